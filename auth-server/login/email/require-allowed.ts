import type { App } from '../../apps/registry.ts'
import { requireMethod } from '../../entry/require-method.ts'
import { apiError } from '../../errors/api-error.ts'

/** @throws `disallowed_login_method` (403) | `disallowed_plus_email` (422) */
export function requireAllowed(app: App, address: string): void {
  requireMethod(app, 'email')
  if (app.config.disable_plus_emails && address.slice(0, address.lastIndexOf('@')).includes('+')) {
    throw apiError(
      'disallowed_plus_email',
      'Addresses with a “+” are not accepted here. Use the address without it.',
    )
  }
}
