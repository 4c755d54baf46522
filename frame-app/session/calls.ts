import { accountTypeOf } from '@vitrine/shared/account/login-facts.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import { BROWSER_HEADER } from '@vitrine/shared/api/headers.ts'
import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import { wireUser } from '@vitrine/shared/api/user.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { resultName, type Way } from '@vitrine/shared/login/registry.ts'
import type * as z from 'zod/mini'
import type { HttpClient } from '../http/client.ts'
import type { PlainCalls } from '../http/plain-calls.ts'
import type { AuthorizedRequests, Prover } from './authorized-request.ts'
import { browserId } from './browser-id.ts'
import { toClientUser } from './client-user.ts'
import type { Session } from './session.ts'

/**
 * HTTP for login methods, each of which brings its own paths, bodies and schemas (`login/<slug>/<slug>-api.ts`). Paths
 * are below `/api/v1`. Every call rejects with `VitrineError`; an aborted signal rejects with the signal's reason.
 */
export interface Calls extends PlainCalls {
  /** As the logged-in user: access token and a proof of the device's key. */
  postAuthorized<T>(path: string, body: object, answer: z.ZodMiniType<T>, signal: AbortSignal): Promise<T>
  /**
   * An `authenticate` or `register` path, whose answer begins the session: when this resolves it is stored and `session`
   * has changed. The proof binds the session to this device's key from its first moment.
   */
  authenticate(path: string, body: object, way: Way, signal: AbortSignal): Promise<FrameResult<'login'>>
  /**
   * `token` of an init body: proves that a person is there. `undefined` where the app's captcha is off. One token is good
   * for one call, so ask right before it. Rejects with `captcha_failure`, `captcha_timeout`, `captcha_disabled`.
   */
  captchaToken(signal: AbortSignal): Promise<string | undefined>
  /** A path that answers with the changed user, e.g. `link`, `unlink`, `update`; `session` has it when this resolves. */
  changeUser(path: string, body: object, signal: AbortSignal): Promise<User>
}

export interface CallsOptions {
  readonly http: HttpClient
  readonly prover: Prover
  readonly requests: AuthorizedRequests
  readonly session: Session
  /** Told of a login before its session begins. */
  onLogin(result: FrameResult<'login'>, way: Way): void
}

/** What login methods ask of the server with a proof of the device's key, whatever the method. */
export function createCalls(
  options: CallsOptions,
): Pick<Calls, 'postAuthorized' | 'authenticate' | 'changeUser'> {
  const { http, prover, requests, session, onLogin } = options
  return {
    postAuthorized: (path, body, answer, signal) =>
      requests.send({ method: 'POST', path, body, answer, signal }),
    async authenticate(path, body, way, signal) {
      const answer = await http.request({
        method: 'POST',
        path,
        body,
        answer: authenticatedUser,
        headers: async url => {
          const browser = browserId()
          return { ...(await prover.headers('POST', url)), ...(browser && { [BROWSER_HEADER]: browser }) }
        },
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
