import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { calculateJwkThumbprint, SignJWT } from 'jose'
import { TEST_NONCES } from './dpop-nonces.ts'

/** A browser's device key, and the proofs that it makes. */
export interface Device {
  readonly thumbprint: string
  /** Base64 SPKI. */
  readonly publicKey: string
  /** The value of `vitrine-authorization-signature` (contract §6.2). */
  authorize(payload: AuthorizationPayload): string
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
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' })
  if (!kty || !crv || !x || !y) throw new Error('Not a P-256 key')
  const jwk = { kty, crv, x, y }
  return {
    thumbprint: await calculateJwkThumbprint(jwk, 'sha256'),
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    authorize: payload =>
      sign('sha256', Buffer.from(canonicalJson(payload)), { key: privateKey, dsaEncoding: 'der' }).toString(
        'base64',
      ),
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
