import type { LoginMethodView } from '../../login-method/login-method.ts'
import { flowLogin, openFlow } from '../../oauth-flow/flow-login.tsx'
import { isLaunch, launchedBy, readLaunch } from './launch.ts'

/** Login on Telegram's page, or by what Telegram told a page that it opened as a Mini App. */
export const telegramLogin: LoginMethodView = {
  ...flowLogin,
  open(context) {
    const { kernel, request } = context
    const launch = request.returned ? readLaunch(kernel, request.returned) : null
    return {
      ...flowLogin.open(context),
      ...(launch !== null && openFlow(context, launchedBy(kernel, launch))),
    }
  },
  accountName(account) {
    const { username, firstName, lastName, telegramUserId } = account as Partial<
      Record<string, string | null>
    >
    const name = [firstName, lastName].filter(Boolean).join(' ')
    return username ? `@${username}` : name || (telegramUserId ?? '')
  },
  returns(kernel, returned) {
    if (!isLaunch(returned)) return flowLogin.returns(kernel, returned)
    if (readLaunch(kernel, returned) === null) return null
    return { purpose: 'login', options: { loginMethods: ['telegram'] } }
  },
}
