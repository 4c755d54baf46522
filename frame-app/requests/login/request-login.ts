import { wayName } from '@vitrine/shared/login/registry.ts'
import type { ReadableStore } from '../../core/store.ts'
import { alreadyAuthenticated } from '../../session/already-authenticated.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import type { HandlerContext, LoginResult, RequestLogin, Shows } from '../context.ts'
import { exitedLogin } from './request.ts'

export interface Logins {
  /**
   * Brings a person to be logged in, for `login` and for `eth_requestAccounts`. A call while the login is open joins it,
   * so the `login` event comes once, after the wallets that the config makes on login exist.
   */
  readonly request: RequestLogin
  /** A login that needed no call tells the page when `finish` is done, or joins the one that is on its way. */
  follow(finish: () => Promise<void>): Promise<LoginResult>
}

export interface LoginsParts extends Pick<HandlerContext, 'app' | 'config' | 'notices'>, Shows {
  /** The session as it is, whatever is left to accept. */
  readonly present: ReadableStore<SessionSnapshot>
  /** The session as the page has it. */
  readonly complete: ReadableStore<SessionSnapshot>
  /** What the login has come to; `null` when nobody is logged in. */
  outcome(): LoginResult | null
}

export function createLogins({
  app,
  config,
  show,
  notices,
  present,
  complete,
  outcome,
}: LoginsParts): Logins {
  let onTheWay: Promise<LoginResult> | undefined

  const run: RequestLogin = async (options, returned) => {
    await config.load()
    // With the rules of the config, which are here by now.
    const { chooseLoginWays } = await import('../../config/choose-login-ways.ts')
    // Who has only terms to accept needs no method.
    const isPresent = present.get().status === 'authenticated'
    const loginMethods = isPresent ? [] : chooseLoginWays(app(), config.current.get(), options).map(wayName)
    return show<'login'>({
      kind: 'login',
      options: { ...options, loginMethods },
      ...(returned && { returned }),
    })
  }

  const begin = (login: () => Promise<unknown>): Promise<LoginResult> => {
    onTheWay ??= login()
      .then(() => {
        // The session may have ended, and the user has changed: wallets came after the session did.
        const result = outcome()
        if (result === null) throw exitedLogin()
        notices.emit('login', result)
        return result
      })
      .finally(() => {
        onTheWay = undefined
      })
    return onTheWay
  }

  return {
    async request(options, returned) {
      const now = complete.get()
      // An open login ends by itself, with its success on show; what comes meanwhile waits for it.
      if (now.status === 'authenticated' && !onTheWay) {
        const result = alreadyAuthenticated(now.user)
        notices.emit('login', result)
        return result
      }
      return begin(() => run(options, returned))
    },
    follow: begin,
  }
}
