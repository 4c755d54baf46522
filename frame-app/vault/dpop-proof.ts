import { exportJWK, SignJWT } from 'jose'

export interface ProofRequest {
  readonly method: string
  /** Without query and fragment (RFC 9449 §4.2, `htu`). */
  readonly url: string
  /** Unix seconds by the server's clock. */
  readonly iat: number
  /** base64url of SHA-256 of the access token, when the request carries one. */
  readonly accessTokenHash?: string
  /** The server's latest (RFC 9449 §8). */
  readonly nonce?: string
}

/** A DPoP proof (RFC 9449 §4.2): good for one request, worthless without the device's key. */
export async function proveRequest(key: CryptoKeyPair, request: ProofRequest): Promise<string> {
  const { kty, crv, x, y } = await exportJWK(key.publicKey)
  if (kty !== 'EC' || !crv || !x || !y) throw new TypeError('The device key is not an elliptic-curve key.')
  return new SignJWT({
    htm: request.method,
    htu: request.url,
    jti: crypto.randomUUID(),
    iat: request.iat,
    ...(request.accessTokenHash !== undefined && { ath: request.accessTokenHash }),
    ...(request.nonce !== undefined && { nonce: request.nonce }),
  })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } })
    .sign(key.privateKey)
}
