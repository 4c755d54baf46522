import { createAuthorizedRequests } from './authorized-request.ts'
import { type CallsOptions, createCalls } from './calls.ts'
import { refreshUser } from './refresh-user.ts'

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
