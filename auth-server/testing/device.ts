import { createHash, randomUUID } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { TEST_NONCES } from './dpop-nonces.ts'

/** A browser's device key, and the proofs that it makes. */
export interface Device {
  readonly thumbprint: string
  /** A DPoP proof (RFC 9449); `overrides` replaces claims, to make a wrong one. */
  prove(
    method: string,
    url: string,
    options?: {
      readonly accessToken?: string
      readonly now?: number
      readonly overrides?: Readonly<Record<string, unknown>>
    },
  ): Promise<string>
}

export async function createDevice(): Promise<Device> {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  const { kty, crv, x, y } = await exportJWK(publicKey)
  if (!kty || !crv || !x || !y) throw new Error('Not a P-256 key')
  const jwk = { kty, crv, x, y }
  return {
    thumbprint: await calculateJwkThumbprint(jwk, 'sha256'),
    prove(method, url, { accessToken, now = Date.now(), overrides = {} } = {}) {
      const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url')
      const claims = {
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat: Math.floor(now / 1000),
        nonce: TEST_NONCES.current(now),
        ...(ath ? { ath } : {}),
        ...overrides,
      }
      return new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk }).sign(privateKey)
    },
  }
}
