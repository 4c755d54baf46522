import type { LoginMethodView } from '../../login-method/login-method.ts'
import { flowLogin } from '../../oauth-flow/flow-login.tsx'

/** Login at one of several companies, or at a provider of the app's own. */
export const oauthLogin: LoginMethodView = {
  ...flowLogin,
  accountName(account) {
    const { email, username, name, subject } = account as Partial<Record<string, string | null>>
    return email ?? username ?? name ?? subject ?? ''
  },
}
