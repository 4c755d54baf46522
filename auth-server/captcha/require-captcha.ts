import { providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { apiError } from '../errors/api-error.ts'
import { readProofOfWork } from './proof-of-work.ts'
import type { CheckableToken } from './token.ts'
import { readVendorToken } from './vendor-token.ts'

/**
 * Demands a captcha token where the app's captcha is on; where it is off, a token is not looked at. Called by every
 * route whose body has `token`, after the body's schema and before any work.
 * @throws `invalid_captcha` (422) for a token that is missing, forged, expired, used before or of another app
 */
export async function requireCaptcha(ctx: Context, app: App, token: string | undefined): Promise<void> {
  if (!app.config.captcha_enabled) return
  const checkable = token === undefined ? null : readToken(ctx, app, token)
  if (!checkable) throw invalidCaptcha()
  // Before it is verified: of two calls with one token at once, only one gets to the verification.
  if (!(await spendNonce(ctx.db, checkable.nonce))) throw invalidCaptcha()
  if (!(await checkable.isGood())) throw invalidCaptcha()
}

function readToken(ctx: Context, app: App, token: string): CheckableToken | null {
  const provider = providerOf(app.config)
  return provider === 'altcha'
    ? readProofOfWork(ctx, app.id, token)
    : readVendorToken(ctx, app, provider, token)
}

const invalidCaptcha = () =>
  apiError('invalid_captcha', 'The check that you are human did not succeed. Try again.')
