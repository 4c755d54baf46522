import type { FrameArgument, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import type { ReturnedLogin } from '@vitrine/shared/bridge/returned-login.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RequestRules } from '../kind.ts'

export interface LoginRequest {
  readonly id: string
  readonly kind: 'login'
  readonly options: NonNullable<FrameArgument<'login'>>
  /** What the page came back with from a login that took all of it away: it goes on where it was. */
  readonly returned?: ReturnedLogin
}

export const exitedLogin = () =>
  clientError('exited_auth_flow', 'The login window was closed before the login was complete.')

/** Its screen is the dialog itself and its method the kernel's own: both are there before any session. */
export const login: RequestRules<LoginRequest, FrameResult<'login'>> = {
  // A session that exists by then is no aborted login: see `loginOutcome` of the queue.
  dismissal: { type: 'error', error: exitedLogin },
  outlivesSession: true,
  inline: true,
  custody: null,
  silent: null,
}
