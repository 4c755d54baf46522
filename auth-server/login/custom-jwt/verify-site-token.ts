import type { CustomJwtConfig } from '@vitrine/shared/config/app-config.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type JWTPayload, jwtVerify } from 'jose'
import { apiError } from '../../errors/api-error.ts'
import type { IssuerKeys } from './issuer-keys.ts'

const CLOCK_TOLERANCE_S = 30
/** A token says that its bearer is logged in at the site now; one that says so for longer is a credential for life. */
const MAX_LIFETIME_S = 24 * 60 * 60
const MAX_SUBJECT_LENGTH = 512

/**
 * Checks a JWT of the site's own login (RFC 7519, RFC 8725): signature by the issuer's key with an asymmetric algorithm,
 * issuer, audience, `nbf`, and an `exp` within 24 hours. It may be shown again while it lasts: what binds a login to
 * its device is the device's own proof.
 * @param now unix ms
 * @returns the user's id at the site
 * @throws `invalid_credentials` (422) | `service_unavailable` (503) when the issuer's keys cannot be had
 */
export async function verifySiteToken(
  token: string,
  config: CustomJwtConfig,
  { getKey, algorithms }: IssuerKeys,
  now: number,
): Promise<string> {
  const payload = await verify()
  const { exp = 0 } = payload
  if (exp - now / 1000 > MAX_LIFETIME_S + CLOCK_TOLERANCE_S) throw refused()
  const subject = payload[config.subject_claim]
  if (typeof subject !== 'string' || subject === '' || subject.length > MAX_SUBJECT_LENGTH) throw refused()
  // Half a character is stored as another one: two users of the site would be one here.
  if (/[\0\p{Cs}]/u.test(subject)) throw refused()
  return subject

  async function verify(): Promise<JWTPayload> {
    try {
      const verified = await jwtVerify(token, getKey, {
        algorithms: [...algorithms],
        issuer: config.issuer,
        audience: config.audience,
        requiredClaims: ['exp', config.subject_claim],
        clockTolerance: CLOCK_TOLERANCE_S,
        currentDate: new Date(now),
      })
      return verified.payload
    } catch (error) {
      throw error instanceof VitrineError ? error : refused()
    }
  }
}

/** One answer for every flaw: a page that makes tokens up learns nothing of what is checked. */
const refused = () =>
  apiError('invalid_credentials', 'The site’s own login was not accepted. Log in at the site again.')
