import type { User } from '@vitrine/shared/api/client-user.ts'
import { siteToken } from '@vitrine/shared/api/login/custom-jwt.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'
import { readClaim } from './token-owner.ts'

const WAY = { method: 'custom-jwt' } as const

/**
 * POST /custom_jwt_account/authenticate. The token leaves sealed for the server's signer; whom it names goes beside it.
 * @param claim the app's subject claim
 * @throws VitrineError `invalid_data` for what is no JWT
 */
export async function authenticateBySiteToken(
  calls: Calls,
  token: string,
  claim: string,
  signal: AbortSignal,
) {
  const { body, secret } = sealedParts(token, claim)
  return calls.authenticate('/custom_jwt_account/authenticate', body, WAY, signal, secret)
}

/** POST /custom_jwt_account/link: adds the site's account to who is logged in. Otherwise as above. */
export async function linkBySiteToken(
  calls: Calls,
  token: string,
  claim: string,
  proof: StepUpBody,
  signal: AbortSignal,
): Promise<User> {
  const { body, secret } = sealedParts(token, claim)
  const way = { purpose: 'link', way: WAY } as const
  return calls.addAccount('/custom_jwt_account/link', { ...body, ...proof }, way, signal, secret)
}

function sealedParts(token: string, claim: string) {
  if (!siteToken.safeParse(token).success)
    throw clientError('invalid_data', 'The page gave what is no JWT of its own login.')
  const named = readClaim(token, claim)
  // The server refuses a token that names nobody, as it does every other that does not hold.
  const subject = typeof named === 'string' && !/\p{Surrogate}/u.test(named) ? named : ''
  return { body: { custom_user_id: subject }, secret: { member: 'token', value: token, subject } }
}
