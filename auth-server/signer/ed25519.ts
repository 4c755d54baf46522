import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'

/** What stands before the 32 bytes of a key in PKCS #8 (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
/** An SPKI (RFC 8410 §4) ends with the 32 bytes of the public key. */
const PUBLIC_KEY_BYTES = 32

/** The public key, 32 bytes, of an RFC 8032 private key of 32 bytes. */
export function ed25519PublicKey(privateKey: Uint8Array): Uint8Array {
  const spki = createPublicKey(keyObject(privateKey)).export({ type: 'spki', format: 'der' })
  return Uint8Array.from(spki.subarray(-PUBLIC_KEY_BYTES))
}

/** Ed25519 (RFC 8032), 64 bytes; OpenSSL's, which is faster than what JavaScript can do. */
export const signEd25519 = (message: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  Uint8Array.from(sign(null, message, keyObject(privateKey)))

function keyObject(privateKey: Uint8Array): KeyObject {
  const der = Buffer.concat([PKCS8_PREFIX, privateKey])
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } finally {
    der.fill(0)
  }
}
