import { createPublicKey, type JsonWebKey } from 'node:crypto'
import * as z from 'zod'

const registration = z.object({
  authenticator_response: z.object({ response: z.object({ attestation_object: z.string() }) }),
})

/**
 * Whether a request that a device signed registers this very passkey: the authenticator's data in it has id and key side by
 * side (Web Authentication Level 3, §6.5.1: length, id, COSE_Key). Nothing else of it is read, for an attestation of `none`
 * proves nothing else.
 * @param body as the device signed it
 */
export function registers(
  body: unknown,
  credential: { readonly id: string; readonly publicKey: string },
): boolean {
  const request = registration.safeParse(body).data
  const key = coseKeyOf(credential.publicKey)
  if (!request || !key) return false
  const id = Buffer.from(credential.id, 'base64url')
  const object = Buffer.from(request.authenticator_response.response.attestation_object, 'base64url')
  return object.includes(Buffer.concat([Buffer.from([id.length >> 8, id.length & 0xff]), id, key]))
}

/**
 * A public key as an authenticator writes it: a COSE_Key in the one CBOR encoding of CTAP2, which §6.5.1.1 demands, for each
 * kind of key that a passkey may have (RFC 9053 §7, RFC 8230 §4).
 */
function coseKeyOf(publicKey: string): Buffer | null {
  const jwk = readJwk(publicKey)
  if (jwk?.kty === 'EC' && jwk.crv === 'P-256') {
    return Buffer.concat([hex('a501020326200121'), bytes(jwk.x), hex('22'), bytes(jwk.y)])
  }
  if (jwk?.kty === 'OKP' && jwk.crv === 'Ed25519') {
    return Buffer.concat([hex('a401010327200621'), bytes(jwk.x)])
  }
  if (jwk?.kty === 'RSA') {
    return Buffer.concat([hex('a401030339010020'), bytes(jwk.n), hex('21'), bytes(jwk.e)])
  }
  return null
}

function readJwk(publicKey: string): JsonWebKey | null {
  try {
    return createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }).export({
      format: 'jwk',
    })
  } catch {
    return null
  }
}

const hex = (text: string) => Buffer.from(text, 'hex')

/** A byte string of CBOR (RFC 8949 §3.1), its length as short as it goes. */
function bytes(text = ''): Buffer {
  const value = Buffer.from(text, 'base64url')
  const { length } = value
  if (length < 24) return Buffer.concat([Buffer.from([0x40 | length]), value])
  if (length < 256) return Buffer.concat([Buffer.from([0x58, length]), value])
  return Buffer.concat([Buffer.from([0x59, length >> 8, length & 0xff]), value])
}
