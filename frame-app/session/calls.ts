import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import { wireUser } from '@vitrine/shared/api/user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { accountTypeOf, resultName, type Way } from '@vitrine/shared/login/registry.ts'
import type { HttpClient } from '../http/client.ts'
import type { Calls } from '../kernel/ports.ts'
import type { AuthorizedRequests, Prover } from './authorized-request.ts'
import { toClientUser } from './client-user.ts'
import type { Session } from './session.ts'

export interface CallsOptions {
  readonly http: HttpClient
  readonly prover: Prover
  readonly requests: AuthorizedRequests
  readonly session: Session
  readonly captchaToken: Calls['captchaToken']
  /** Told of a login before its session begins. */
  onLogin(result: FrameResult<'login'>, way: Way): void
}

/** What login methods ask of the server, whatever the method. */
export function createCalls(options: CallsOptions): Calls {
  const { http, prover, requests, session, captchaToken, onLogin } = options
  return {
    captchaToken,
    post: (path, body, answer, signal) => http.request({ method: 'POST', path, body, answer, signal }),
    postAuthorized: (path, body, answer, signal) =>
      requests.send({ method: 'POST', path, body, answer, signal }),
    async authenticate(path, body, way, signal) {
      const answer = await http.request({
        method: 'POST',
        path,
        body,
        answer: authenticatedUser,
        headers: url => prover.headers('POST', url),
        signal,
      })
      const user = toClientUser(answer.user)
      const result = {
        user,
        isNewUser: answer.is_new_user ?? false,
        wasAlreadyAuthenticated: false,
        loginMethod: resultName(way),
        loginAccount: loginAccount(user.linkedAccounts, way),
      }
      onLogin(result, way)
      session.begin(answer)
      return result
    },
    async changeUser(path, body, signal) {
      const user = await requests.send({ method: 'POST', path, body, answer: wireUser, signal })
      session.updateUser(user, null)
      return toClientUser(user)
    },
  }
}

/** Of several accounts that the way could have proven the one verified last; none for a way whose account nobody sees. */
function loginAccount(
  accounts: FrameResult<'login'>['user']['linkedAccounts'],
  way: Way,
): FrameResult<'login'>['loginAccount'] {
  const proven = accountTypeOf(way)
  const [latest] = accounts
    .filter(({ type }) => type === proven)
    .sort((a, b) => Number(b.latestVerifiedAt) - Number(a.latestVerifiedAt))
  return latest ?? null
}
