import type { TokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import { type JWTPayload, jwtVerify } from 'jose'
import { type KeysOfIssuer, KeysUnavailable } from '../issuer-keys.ts'
import { isTokenSubject } from '../token-subject.ts'

const CLOCK_TOLERANCE_S = 30
/** A token says that its bearer is logged in at the site now; one that says so for longer is a credential for life. */
const MAX_LIFETIME_S = 24 * 60 * 60

/**
 * Checks a JWT of a site's own login (RFC 7519, RFC 8725): signature by the issuer's key with an asymmetric algorithm,
 * issuer, audience, `nbf`, and an `exp` within 24 hours. It may be shown again while it lasts: what binds a login to
 * its device is the device's own proof, and that the token is sealed for the device.
 * @param now unix ms
 * @returns the user's id at the site; why there is none: `keys` when the issuer's cannot be had. One answer for every flaw of
 * the token: who makes tokens up learns nothing of what is checked.
 */
export async function verifyToken(
  token: string,
  issuer: TokenIssuer,
  { getKey, algorithms }: KeysOfIssuer,
  now: number,
): Promise<{ readonly subject: string } | 'token' | 'keys'> {
  let payload: JWTPayload
  try {
    const verified = await jwtVerify(token, getKey, {
      algorithms: [...algorithms],
      issuer: issuer.issuer,
      audience: issuer.audience,
      requiredClaims: ['exp', issuer.subject_claim],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate: new Date(now),
    })
    payload = verified.payload
  } catch (error) {
    return error instanceof KeysUnavailable ? 'keys' : 'token'
  }
  const { exp = 0 } = payload
  if (exp - now / 1000 > MAX_LIFETIME_S + CLOCK_TOLERANCE_S) return 'token'
  const subject = payload[issuer.subject_claim]
  return isTokenSubject(subject) ? { subject } : 'token'
}
