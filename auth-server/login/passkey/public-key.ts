import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'

/** Algorithms that a passkey may have, the preferred one first: ES256, EdDSA, RS256 (RFC 9053, RFC 8812). */
export const ALGORITHMS = [cose.COSEALG.ES256, cose.COSEALG.EdDSA, cose.COSEALG.RS256]

/** A COSE_Key (RFC 9052 §7) as base64 SPKI, the form in which the signer seals it. @throws Error for another key */
export function spkiOf(coseKey: Uint8Array<ArrayBuffer>): string {
  return createPublicKey({ key: jwkOf(coseKey), format: 'jwk' })
    .export({ type: 'spki', format: 'der' })
    .toString('base64')
}

function jwkOf(coseKey: Uint8Array<ArrayBuffer>): JsonWebKey {
  const key = decodeCredentialPublicKey(coseKey)
  if (cose.isCOSEPublicKeyEC2(key) && key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256) {
    return { kty: 'EC', crv: 'P-256', x: text(key.get(cose.COSEKEYS.x)), y: text(key.get(cose.COSEKEYS.y)) }
  }
  if (cose.isCOSEPublicKeyOKP(key) && key.get(cose.COSEKEYS.crv) === cose.COSECRV.ED25519) {
    return { kty: 'OKP', crv: 'Ed25519', x: text(key.get(cose.COSEKEYS.x)) }
  }
  if (cose.isCOSEPublicKeyRSA(key)) {
    return { kty: 'RSA', n: text(key.get(cose.COSEKEYS.n)), e: text(key.get(cose.COSEKEYS.e)) }
  }
  throw new Error('Not a key that a passkey may have')
}

function text(bytes: Uint8Array | undefined): string {
  if (!bytes) throw new Error('The key lacks a coordinate')
  return Buffer.from(bytes).toString('base64url')
}
