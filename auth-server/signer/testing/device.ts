import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from 'node:crypto'
import type { AuthorizationPayload } from '@vitrine/shared/wallet/authorization.ts'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { calculateJwkThumbprint, type JWK, SignJWT } from 'jose'
import { TEST_NONCES } from '../../testing/dpop-nonces.ts'

/** A device with its P-256 key, as the frame's vault worker has it. */
export interface TestDevice {
  readonly publicKey: string
  readonly publicJwk: JWK
  readonly privateKey: KeyObject
  readonly thumbprint: string
  /** A DPoP proof; `accessToken` adds `ath`. */
  prove(proof: {
    method: string
    url: string
    now?: number
    accessToken?: string
    header?: Record<string, unknown>
    claims?: Record<string, unknown>
  }): Promise<string>
  /** The value of `vitrine-authorization-signature`. */
  authorize(payload: AuthorizationPayload): string
}

export const createTestDevice = (namedCurve = 'P-256'): Promise<TestDevice> =>
  testDeviceOf(generateKeyPairSync('ec', { namedCurve }).privateKey)

/** One whose key is there already. */
export async function testDeviceOf(privateKey: KeyObject): Promise<TestDevice> {
  const publicKey = createPublicKey(privateKey)
  const publicJwk = publicKey.export({ format: 'jwk' }) as JWK
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'),
    publicJwk,
    privateKey,
    thumbprint: await calculateJwkThumbprint(publicJwk),
    prove({ method, url, now = Date.now(), accessToken, header, claims }) {
      const ath = accessToken && createHash('sha256').update(accessToken).digest('base64url')
      const iat = Math.floor(now / 1000)
      return new SignJWT({
        jti: randomUUID(),
        htm: method,
        htu: url,
        iat,
        nonce: TEST_NONCES.current(now),
        ...(ath ? { ath } : {}),
        ...claims,
      })
        .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: publicJwk, ...header })
        .sign(privateKey)
    },
    authorize: payload =>
      sign('sha256', Buffer.from(canonicalJson(payload)), { key: privateKey, dsaEncoding: 'der' }).toString(
        'base64',
      ),
  }
}
