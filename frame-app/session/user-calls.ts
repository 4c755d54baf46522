import { meResponse } from '@vitrine/shared/api/session-calls.ts'
import { later } from '../core/lazy.ts'
import { type AuthorizedRequests, createAuthorizedRequests } from './authorized-request.ts'
import { type CallsOptions, createCalls } from './calls.ts'
import { createLoginCode } from './login-code.ts'
import { logout } from './logout.ts'
import type { PageFetchParts } from './page-fetch.ts'
import type { Session } from './session.ts'

export interface UserCallsOptions extends Omit<CallsOptions, 'requests'>, Omit<PageFetchParts, 'session'> {}

/** What proves the device's key to the server. Nobody needs it before they log in: the kernel loads it on demand. */
export function createUserCalls(options: UserCallsOptions) {
  const { http, session, prover } = options
  let mfaToken: string | undefined
  /** As on the device where they were deleted: the session ends, and nothing of them stays. */
  const forgetUser = () => {
    const deleted = session.end()?.user
    if (deleted) import('./clear-device.ts').then(it => it.clearDeviceOf(options, deleted)).catch(() => {})
  }
  const requests = createAuthorizedRequests(http, session, prover, () => mfaToken, forgetUser)
  return {
    requests,
    calls: createCalls({ ...options, requests }),
    refreshUser: () => refreshUser(requests, session),
    logout: (scope: 'device' | 'all-devices') => logout(options, scope),
    /** The proof of a second factor that calls carry from now on; none: they carry no more. */
    async carryMfa(token: string | undefined) {
      mfaToken = token
    },
    /** See `login-code.ts`. */
    createLoginCode: (site: string, audience?: string) => createLoginCode(requests, site, audience),
    /** One step of `vitrine.fetch`. */
    fetchForPage: later(async () => (await import('./page-fetch.ts')).createPageFetch(options)),
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
