import { randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'

const LIFETIME_SECONDS = 120
const SEED_BYTES = 32

export interface CoinbaseKey {
  /** Of the secret API key. */
  readonly id: string
  /** Ed25519: base64 of the seed and the public key, as Coinbase hands it out. */
  readonly secret: string
}

/**
 * The bearer token of one request (Coinbase Developer Platform, "JWT authentication"): it says which request it is for, and is good
 * for two minutes.
 * @param now Unix ms
 * @throws Error when the secret is no Ed25519 key
 */
export async function coinbaseToken(
  key: CoinbaseKey,
  method: 'GET' | 'POST',
  url: string,
  now: number,
): Promise<string> {
  const bytes = Buffer.from(key.secret, 'base64')
  if (bytes.length !== 2 * SEED_BYTES)
    throw new Error(
      'The Coinbase secret is no Ed25519 key: make an API key with the signature algorithm Ed25519',
    )
  const signer = await importJWK(
    {
      kty: 'OKP',
      crv: 'Ed25519',
      d: bytes.subarray(0, SEED_BYTES).toString('base64url'),
      x: bytes.subarray(SEED_BYTES).toString('base64url'),
    },
    'EdDSA',
  )
  const { host, pathname } = new URL(url)
  const issuedAt = Math.floor(now / 1000)
  return new SignJWT({ uris: [`${method} ${host}${pathname}`] })
    .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT', kid: key.id, nonce: randomBytes(16).toString('hex') })
    .setSubject(key.id)
    .setIssuer('cdp')
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_SECONDS)
    .sign(signer)
}
