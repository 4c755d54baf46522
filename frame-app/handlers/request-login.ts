import type { FrameArgument, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { chooseLoginMethods } from '../config/choose-login-methods.ts'
import { mustAcceptTerms } from '../entry/must-accept-terms.ts'
import { alreadyAuthenticated } from '../session/already-authenticated.ts'
import type { HandlerContext } from './context.ts'

export type LoginResult = FrameResult<'login'>
export type RequestLogin = (options: NonNullable<FrameArgument<'login'>>) => Promise<LoginResult>

/**
 * Brings a person to be logged in, for `login` and for `eth_requestAccounts`. A call while the login is open joins it, so
 * the `login` event comes once, after the wallets that the config makes on login exist.
 */
export function createRequestLogin(
  context: Pick<HandlerContext, 'session' | 'config' | 'screens' | 'notices'>,
): RequestLogin {
  let onTheWay: Promise<LoginResult> | undefined

  const run: RequestLogin = async options => {
    await context.config.load()
    const loginMethods = [...chooseLoginMethods(context.config.current.get().login, options.loginMethods)]
    const result = await context.screens.show<'login'>({
      kind: 'login',
      options: { ...options, loginMethods },
    })
    const now = context.session.get()
    // The user as of now: wallets came after the session did.
    const complete = now.status === 'authenticated' ? { ...result, user: now.user } : result
    context.notices.emit('login', complete)
    return complete
  }

  return async options => {
    const now = context.session.get()
    // An open login ends by itself, with its success on show; what comes meanwhile waits for it.
    const isComplete =
      now.status === 'authenticated' && !mustAcceptTerms(context.config.current.get(), now.user)
    if (isComplete && !onTheWay) {
      const result = alreadyAuthenticated(now.user)
      context.notices.emit('login', result)
      return result
    }
    onTheWay ??= run(options).finally(() => {
      onTheWay = undefined
    })
    return onTheWay
  }
}
