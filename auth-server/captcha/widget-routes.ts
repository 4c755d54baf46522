import { providerOf, vendor } from '@vitrine/shared/captcha/provider.ts'
import type { Hono, MiddlewareHandler } from 'hono'
import { forSite, type ToldApp } from '../apps/for-site.ts'
import { apiError } from '../errors/api-error.ts'
import { notFoundResponse } from '../http/error-response.ts'
import type { Settings } from '../settings.ts'
import { captchaHeaders, renderCaptcha } from './document.ts'
import { isCaptchaHost } from './widget-origin.ts'

/** What the captcha's document is made of. */
interface WidgetContext {
  readonly settings: Settings
  /** `widget.js` */
  readonly captchaScript: string
  /** @returns `null`: there is no such app */
  readConfig(appId: string): Promise<ToldApp | null>
}

/** `/captcha`: the document that runs a vendor's script, and our one script in it. */
export function mountCaptcha(server: Hono, ctx: WidgetContext): void {
  server.get('/captcha/widget.js', c =>
    c.body(ctx.captchaScript, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
      // Sandboxed, the document is of no origin, and so not of this one.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }),
  )

  server.get('/captcha/:vendor/:app_id', async c => {
    const asked = vendor.safeParse(c.req.param('vendor'))
    const id = c.req.param('app_id')
    const config = id.length > 64 ? null : await ctx.readConfig(id)
    const app = config ? forSite(config, c.req.query('origin')) : undefined
    const siteKey = app?.captcha_site_key
    if (!asked.success || !app?.captcha_enabled || providerOf(app) !== asked.data || siteKey === undefined) {
      throw apiError('not_found', 'This site does not use this captcha.')
    }
    const html = renderCaptcha(ctx.settings, asked.data, siteKey)
    return c.html(html, 200, captchaHeaders(ctx.settings, app, asked.data))
  })
}

/** On `VITRINE_CAPTCHA_ORIGIN` a vendor's script has that origin: it finds the captcha there and nothing else. */
export function onlyCaptchaOnItsHost(settings: Settings): MiddlewareHandler {
  return async (c, next) => {
    const isThere = isCaptchaHost(settings, c.req.header('host') ?? new URL(c.req.url).host)
    if (isThere && !c.req.path.startsWith('/captcha/')) return notFoundResponse(c)
    return next()
  }
}
