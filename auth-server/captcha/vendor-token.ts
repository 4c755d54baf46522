import { createHash } from 'node:crypto'
import type { Vendor } from '@vitrine/shared/captcha/provider.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { logError } from '../log.ts'
import { openSecret } from '../provider-secrets/provider-secrets.ts'
import { siteverify } from './siteverify.ts'
import type { CheckableToken } from './token.ts'
import { vendorAddresses } from './vendors.ts'
import { widgetOrigin } from './widget-origin.ts'

/** Both vendors' tokens are good for less: five minutes and two. */
const SPENT_FOR_MS = 10 * 60_000

/** Reads a token of Turnstile or hCaptcha; only its vendor knows what is in it. */
export function readVendorToken(ctx: Context, app: App, vendor: Vendor, token: string): CheckableToken {
  const digest = createHash('sha256').update(token).digest('base64url')
  return {
    // Vendors refuse a second use too; that two calls at once are told apart is not left to them.
    nonce: { key: `captcha:${vendor}:${digest}`, expiresAt: new Date(ctx.now() + SPENT_FOR_MS) },
    async isGood() {
      const secret = await openSecret(ctx, app.id, vendor)
      const siteKey = app.config.captcha_site_key
      if (secret === null || siteKey === undefined) throw notSetUp(app.id, vendor)
      return siteverify({
        url: vendorAddresses(ctx.settings, vendor).siteverify,
        secret,
        siteKey,
        token,
        // Vendors' test keys name a host of their own.
        hostname: ctx.settings.development ? null : new URL(widgetOrigin(ctx.settings)).hostname,
      })
    },
  }
}

/** Closed, not open: an app that asks for a captcha and cannot check it lets nobody through. */
function notSetUp(appId: string, vendor: Vendor) {
  logError(
    'the captcha',
    new Error(
      `App ${appId} has no secret or no captcha_site_key for ${vendor}: npm run vitrine -- secret set`,
    ),
  )
  return apiError('service_unavailable', 'This site’s check that you are human is not set up yet.')
}
