import { createLoginCodeResponse } from '@vitrine/shared/api/session.ts'
import type { AuthorizedRequests } from './authorized-request.ts'

/**
 * POST /sessions/login_code/create: a code that only the app's backend can redeem, once, within 60 s.
 * @param audience who will redeem it: an origin, or an identifier of a backend
 */
export async function createLoginCode(requests: AuthorizedRequests, audience: string): Promise<string> {
  const { code } = await requests.send({
    method: 'POST',
    path: '/sessions/login_code/create',
    body: { audience },
    answer: createLoginCodeResponse,
  })
  return code
}
