import { createLoginCodeResponse } from '@vitrine/shared/api/session-calls.ts'
import type { AuthorizedRequests } from './authorized-request.ts'

/**
 * POST /sessions/login_code/create: a code that only the app's backend can redeem, once, within 60 s.
 * @param site the origin whose page asks
 * @param audience who will redeem it: that site, or one of the app's `login_code_audiences`
 */
export async function createLoginCode(
  requests: AuthorizedRequests,
  site: string,
  audience = site,
): Promise<string> {
  const { code } = await requests.send({
    method: 'POST',
    path: '/sessions/login_code/create',
    body: { site, audience },
    answer: createLoginCodeResponse,
  })
  return code
}
