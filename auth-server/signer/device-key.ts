import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { SignerRefusal } from './refusal.ts'

/**
 * Reads a device's public key from base64 SPKI (RFC 5480).
 *
 * @throws SignerRefusal `invalid_authorization` unless it is a P-256 key: ECDSA over another curve, or RSA, would pass
 * `crypto.verify` just as well.
 */
export function readDeviceKey(publicKey: string): KeyObject {
  let key: KeyObject
  try {
    key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
  } catch {
    throw new SignerRefusal('invalid_authorization', 'The device key cannot be read.')
  }
  if (key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new SignerRefusal('invalid_authorization', 'The device key is not a P-256 key.')
  }
  return key
}

/** RFC 7638, of a key that `readDeviceKey` reads: SHA-256, base64url. */
export function thumbprintOf(publicKey: string): string {
  const { x, y } = readDeviceKey(publicKey).export({ format: 'jwk' })
  const members = JSON.stringify({ crv: 'P-256', kty: 'EC', x, y })
  return createHash('sha256').update(members).digest('base64url')
}
