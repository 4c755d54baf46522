import type { User } from '@vitrine/shared/api/client-user.ts'
import type { FrameArgument, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { chooseLoginMethods } from '../config/effective.ts'
import type { HandlerContext } from './context.ts'

export type LoginResult = FrameResult<'login'>
export type RequestLogin = (options: NonNullable<FrameArgument<'login'>>) => Promise<LoginResult>

/** The answer to `login` for someone who is logged in already (contract §12.5). */
export const alreadyAuthenticated = (user: User): LoginResult => ({
  user,
  isNewUser: false,
  wasAlreadyAuthenticated: true,
  loginMethod: null,
  loginAccount: null,
})

/**
 * Brings a person to be logged in, for `login` and for `eth_requestAccounts`. A call while the login is open joins it, so
 * the `login` event comes once, after the wallets that the config makes on login exist.
 */
export function createRequestLogin(
  context: Pick<HandlerContext, 'session' | 'config' | 'screens' | 'notices'>,
): RequestLogin {
  let onTheWay: Promise<LoginResult> | undefined

  const run: RequestLogin = async options => {
    const loginMethods = [...chooseLoginMethods(context.config.get().loginMethods, options.loginMethods)]
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
    if (now.status === 'authenticated' && !onTheWay) {
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
