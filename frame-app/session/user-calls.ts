import { meResponse } from '@vitrine/shared/api/session-calls.ts'
import { type AuthorizedRequests, createAuthorizedRequests } from './authorized-request.ts'
import { type CallsOptions, createCalls } from './calls.ts'
import type { Session } from './session.ts'

export type UserCallsOptions = Omit<CallsOptions, 'requests'>

/** What proves the device's key to the server. Nobody needs it before they log in: the kernel loads it on demand. */
export function createUserCalls(options: UserCallsOptions) {
  const { http, session, prover } = options
  const requests = createAuthorizedRequests(http, session, prover)
  return {
    requests,
    calls: createCalls({ ...options, requests }),
    refreshUser: () => refreshUser(requests, session),
  }
}

/** GET /users/me: takes up what changed elsewhere, e.g. a wallet made on another device. */
async function refreshUser(requests: AuthorizedRequests, session: Session): Promise<void> {
  const { user, identity_token } = await requests.send({
    method: 'GET',
    path: '/users/me',
    answer: meResponse,
  })
  session.updateUser(user, identity_token)
}
