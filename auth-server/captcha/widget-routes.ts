import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { providerOf, vendor } from '@vitrine/shared/captcha/provider.ts'
import type { MiddlewareHandler } from 'hono'
import { findApp } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { notFoundResponse } from '../http/error-response.ts'
import { openRoute, type Route } from '../http/route.ts'
import type { Settings } from '../settings.ts'
import { captchaHeaders, renderCaptcha } from './document.ts'

/** `/captcha`: the document that runs a vendor's script, and our one script in it. */
export const captchaWidgetRoutes = (ctx: Context): readonly Route[] => [
  openRoute('GET /widget.js', { origin: 'none', limit: 'none' }, async c =>
    c.body(await readFile(join(ctx.settings.serverDir, 'captcha/widget.js'), 'utf8'), 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
      // Sandboxed, the document is of no origin, and so not of this one.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    }),
  ),

  openRoute('GET /:vendor/:app_id', { origin: 'none', limit: 'none' }, async c => {
    const asked = vendor.safeParse(c.req.param('vendor'))
    const id = c.req.param('app_id')
    const app = id.length > 64 ? null : await findApp(ctx.db, id)
    const siteKey = app?.config.captcha_site_key
    if (
      !asked.success ||
      !app?.config.captcha_enabled ||
      providerOf(app.config) !== asked.data ||
      siteKey === undefined
    ) {
      throw apiError('not_found', 'This site does not use this captcha.')
    }
    const html = renderCaptcha(ctx.settings, asked.data, siteKey)
    return c.html(html, 200, captchaHeaders(ctx.settings, app, asked.data))
  }),
]

/** On `VITRINE_CAPTCHA_ORIGIN` a vendor's script has that origin: it finds the captcha there and nothing else. */
export function onlyCaptchaOnItsHost({ captchaOrigin }: Settings): MiddlewareHandler {
  const host = captchaOrigin === null ? null : new URL(captchaOrigin).host
  return async (c, next) => {
    const isThere = host !== null && new URL(c.req.url).host === host
    if (isThere && !c.req.path.startsWith('/captcha/')) return notFoundResponse(c)
    return next()
  }
}
