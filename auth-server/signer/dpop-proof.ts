import { createPublicKey } from 'node:crypto'
import { calculateJwkThumbprint, EmbeddedJWK, type JWK, jwtVerify } from 'jose'

/** RFC 9449 §11.1: a short window, wide enough for a device whose clock is a little off. */
const IAT_WINDOW_MS = 5 * 60_000

export interface ProvenKey {
  /** Base64 SPKI. */
  readonly publicKey: string
  /** RFC 7638, SHA-256, base64url. */
  readonly thumbprint: string
}

/**
 * Checks a DPoP proof (RFC 9449 §4.3, steps 3 to 11) and tells which key it proves. That its `jti` is used once is
 * checked where uses are stored.
 *
 * @param url without query and fragment.
 * @returns `null` when the proof does not hold.
 */
export async function provenKey(
  { proof, method, url }: { readonly proof: string; readonly method: string; readonly url: string },
  now: number,
): Promise<ProvenKey | null> {
  try {
    // `EmbeddedJWK` takes public keys only.
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: ['ES256'],
      currentDate: new Date(now),
    })
    const { jwk } = protectedHeader
    if (!jwk || payload.htm !== method || payload.htu !== url) return null
    if (typeof payload.jti !== 'string' || payload.jti === '') return null
    if (payload.iat === undefined || Math.abs(payload.iat * 1000 - now) > IAT_WINDOW_MS) return null
    return { publicKey: spki(jwk), thumbprint: await calculateJwkThumbprint(jwk, 'sha256') }
  } catch {
    // Every throw of `jose` here is about the proof that was given.
    return null
  }
}

const spki = ({ x, y }: JWK): string =>
  createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
    .export({ type: 'spki', format: 'der' })
    .toString('base64')
