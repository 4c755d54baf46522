import { type CaptchaProvider, providerOf } from '@vitrine/shared/captcha/provider.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { spendNonce } from '../database/nonce.ts'
import { apiError } from '../errors/api-error.ts'
import { isDemanded } from './demand.ts'
import { readProofOfWork } from './proof-of-work.ts'
import type { CheckableToken } from './token.ts'
import { readVendorToken } from './vendor-token.ts'

/**
 * Demands a captcha token where the app's captcha is on, or codes are sent or guessed more than people do (`demand.ts`);
 * else a token is not looked at. Called by every route whose body has `token`, after the body's schema and before any work.
 * @throws `invalid_captcha` (422) for a token that is missing, forged, expired, used before or of another app
 */
export async function requireCaptcha(ctx: Context, app: App, token: string | undefined): Promise<void> {
  const provider = await demandedProvider(ctx, app)
  if (provider === null) return
  if (token === undefined) throw missingToken(provider)
  const checkable = readToken(ctx, app, provider, token)
  if (!checkable) throw invalidCaptcha()
  // Before it is verified: of two calls with one token at once, only one gets to the verification.
  if (!(await spendNonce(ctx.db, checkable.nonce))) throw invalidCaptcha()
  if (!(await checkable.isGood())) throw invalidCaptcha()
}

/**
 * Who checks people for the app now; `null`: nobody. Where the operator has it off it is the server itself: a document that was
 * made without a captcha lets no vendor in.
 */
export async function demandedProvider(ctx: Context, app: App): Promise<CaptchaProvider | null> {
  if (app.config.captcha_enabled) return providerOf(app.config)
  return (await isDemanded(ctx, app.id)) ? 'altcha' : null
}

function readToken(ctx: Context, app: App, provider: CaptchaProvider, token: string): CheckableToken | null {
  return provider === 'altcha'
    ? readProofOfWork(ctx, app.id, token)
    : readVendorToken(ctx, app, provider, token)
}

/** Tells a frame whose config is of before what it can do by itself. */
const missingToken = (provider: CaptchaProvider) =>
  apiError('invalid_captcha', NOT_HUMAN, provider === 'altcha' ? { data: { provider } } : {})

const NOT_HUMAN = 'The check that you are human did not succeed. Try again.'
const invalidCaptcha = () => apiError('invalid_captcha', NOT_HUMAN)
