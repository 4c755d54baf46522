import { authenticateRequest } from '@vitrine/shared/api/login/custom-jwt.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls } from '../../session/calls.ts'

/** POST /custom_jwt_account/authenticate. @throws VitrineError `invalid_data` for what is no JWT */
export async function authenticateBySiteToken(calls: Calls, token: string, signal: AbortSignal) {
  const body = authenticateRequest.safeParse({ token })
  if (!body.success) throw clientError('invalid_data', 'config.customAuth: getCustomAccessToken gave no JWT.')
  return calls.authenticate('/custom_jwt_account/authenticate', body.data, { method: 'custom-jwt' }, signal)
}
