import type { FrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { LOGIN_ENTRIES } from '@vitrine/shared/login/registry.ts'
import type { Context as RequestContext } from 'hono'
import { findApp, publicConfig } from '../apps/registry.ts'
import { widgetOrigin } from '../captcha/widget-origin.ts'
import type { Context } from '../context.ts'
import { openRoute, type Route } from '../http/route.ts'
import { renderFrame } from './document.ts'
import { frameHeaders } from './headers.ts'
import { type FrameEntry, readFrameFiles } from './manifest.ts'
import { REFUSAL_HEADERS, type Refusal, renderRefusal } from './refusal-page.ts'

/** Windows of the wallet origin, by the last part of their path. */
const WINDOWS: readonly (readonly [string, FrameEntry])[] = [
  ...LOGIN_ENTRIES.filter(it => it.hasWindow).map(
    ({ method }) => [method, `login/${method}/window/main.ts`] as const,
  ),
  ['approve', 'approval/window/main.tsx'],
]

/** Documents: whom they do not serve they tell so, in words. */
const DOCUMENT = { origin: 'none', limit: 'none' } as const

/**
 * `GET /apps/:app_id/frame?origin=<hint>`. The hint only chooses between frame and refusal page: what keeps an unlisted
 * site out is `frame-ancestors`, and the frame pins its own exact origin.
 */
export const frameRoutes = (ctx: Context): readonly Route[] => [
  openRoute('GET /:app_id/frame', DOCUMENT, async c => {
    const appId = c.req.param('app_id').slice(0, 64)
    const origin = c.req.query('origin')
    const app = await findApp(ctx.db, appId)
    if (!app) return refuse(c, 404, { kind: 'unknown-app' })
    if (origin === undefined) return refuse(c, 403, { kind: 'no-origin' })
    if (!app.config.allowed_domains.includes(origin)) {
      return refuse(c, 403, { kind: 'origin', appId, origin: origin.slice(0, 255) })
    }
    const { captchaOrigin } = ctx.settings
    const { fetch_origins: fetchOrigins } = app.config
    const boot: FrameBoot = {
      app: publicConfig(app, ctx.tokens.verificationKey),
      now: ctx.now(),
      signer: ctx.signerKeys,
      ...(captchaOrigin !== null && { captchaOrigin }),
      ...(fetchOrigins.length > 0 && { fetchOrigins }),
    }
    const headers = frameHeaders(boot.app, widgetOrigin(ctx.settings), fetchOrigins)
    return c.html(renderFrame(boot, await readFrameFiles(ctx.settings.distDir)), 200, headers)
  }),

  // Top-level documents: no site embeds them. Their task comes from the frame that opened them (see their `main`).
  ...WINDOWS.map(([path, entry]) =>
    openRoute(`GET /:app_id/${path}`, DOCUMENT, async c => {
      const appId = c.req.param('app_id').slice(0, 64)
      const app = await findApp(ctx.db, appId)
      if (!app) return refuse(c, 404, { kind: 'unknown-app' })
      const boot: FrameBoot = {
        app: publicConfig(app, ctx.tokens.verificationKey),
        now: ctx.now(),
        signer: ctx.signerKeys,
      }
      const files = await readFrameFiles(ctx.settings.distDir, entry)
      const own = { ...boot.app, allowed_domains: [], chains: [], solana_rpcs: {} }
      const headers = frameHeaders(own, widgetOrigin(ctx.settings))
      return c.html(renderFrame(boot, files), 200, headers)
    }),
  ),
]

function refuse(c: RequestContext, status: 403 | 404, reason: Refusal): Response | Promise<Response> {
  return c.html(renderRefusal(reason), status, REFUSAL_HEADERS)
}
