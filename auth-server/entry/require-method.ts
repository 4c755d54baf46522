import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { App } from '../apps/registry.ts'
import { apiError } from '../errors/api-error.ts'

/** Whether the app's operator turned a login method on, and what people call it. */
const METHODS = {
  email: { flag: 'email_auth', name: 'by e-mail' },
  sms: { flag: 'sms_auth', name: 'by text message' },
  passkey: { flag: 'passkey_auth', name: 'with a passkey' },
  guest: { flag: 'guest_auth', name: 'as a guest' },
  'custom-jwt': { flag: 'custom_jwt_auth', name: 'with the site’s own account' },
  whatsapp: { flag: 'whatsapp_enabled', name: 'by WhatsApp' },
} as const satisfies Record<LoginMethod | 'whatsapp', object>

/**
 * Every call of a method asks this first, so that turning it off takes effect at once, also for what was begun before.
 * @throws `disallowed_login_method` (403)
 */
export function requireMethod(app: Pick<App, 'config'>, method: keyof typeof METHODS): void {
  const { flag, name } = METHODS[method]
  if (app.config[flag]) return
  throw apiError('disallowed_login_method', `Logging in ${name} is turned off for this site.`)
}
