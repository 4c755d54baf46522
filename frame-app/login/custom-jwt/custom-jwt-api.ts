import type { User } from '@vitrine/shared/api/client-user.ts'
import { authenticateRequest, linkRequest } from '@vitrine/shared/api/login/custom-jwt.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls } from '../../session/calls.ts'
import type { StepUpBody } from '../../step-up/step-up.ts'

const WAY = { method: 'custom-jwt' } as const

/** POST /custom_jwt_account/authenticate. @throws VitrineError `invalid_data` for what is no JWT */
export async function authenticateBySiteToken(calls: Calls, token: string, signal: AbortSignal) {
  const body = authenticateRequest.safeParse({ token })
  if (!body.success) throw noToken()
  return calls.authenticate('/custom_jwt_account/authenticate', body.data, WAY, signal)
}

/** POST /custom_jwt_account/link: adds the site's account to who is logged in. @throws VitrineError `invalid_data` as above */
export async function linkBySiteToken(
  calls: Calls,
  token: string,
  proof: StepUpBody,
  signal: AbortSignal,
): Promise<User> {
  const body = linkRequest.safeParse({ token, ...proof })
  if (!body.success) throw noToken()
  return calls.addAccount('/custom_jwt_account/link', body.data, { purpose: 'link', way: WAY }, signal)
}

const noToken = () => clientError('invalid_data', 'config.customAuth: getCustomAccessToken gave no JWT.')
