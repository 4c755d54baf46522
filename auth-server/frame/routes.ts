import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { FrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { LOGIN_ENTRIES } from '@vitrine/shared/login/registry.ts'
import type { Hono, Context as RequestContext } from 'hono'
import { forSite } from '../apps/for-site.ts'
import { widgetOrigin } from '../captcha/widget-origin.ts'
import type { Refusal } from '../words/refusal.ts'
import type { FrameContext } from './context.ts'
import { renderFrame, renderSecrets } from './document.ts'
import { frameHeaders, secretsHeaders, secretsPath } from './headers.ts'
import { type FrameEntry, readFrameFiles } from './manifest.ts'
import { describeRunning } from './process-routes.ts'
import { REFUSAL_HEADERS, renderRefusal } from './refusal-page.ts'

/** Windows of the wallet origin, by the last part of their path. */
export const WINDOWS: readonly (readonly [string, FrameEntry])[] = [
  ...LOGIN_ENTRIES.filter(it => it.hasWindow).map(
    ({ method }) => [method, `login/${method}/window/main.ts`] as const,
  ),
  ['recovery-passkey', 'recovery/window/main.ts'],
  ['approve', 'approval/window/main.tsx'],
]

/**
 * Whether a document of this origin opened the window, as the browser says (Fetch Metadata): a link or another site that sends
 * somebody here sends them to what they did not begin.
 */
const isOpenedByUs = (c: RequestContext): boolean => c.req.header('sec-fetch-site') === 'same-origin'

/**
 * `GET /apps/:app_id/frame?origin=<hint>`. The hint only chooses between frame and refusal page: what keeps an unlisted
 * site out is `frame-ancestors`, and the frame pins its own exact origin.
 */
export function mountFrame(server: Hono, ctx: FrameContext): void {
  server.get('/apps/:app_id/frame', async c => {
    const appId = c.req.param('app_id').slice(0, 64)
    const origin = c.req.query('origin')
    const config = await ctx.readConfig(appId)
    if (!config) return refuse(c, 404, 'unknown-app')
    const { now, dpopNonce, fetchOrigins } = config
    if (origin === undefined) return refuse(c, 403, 'no-origin', config.app)
    const app = forSite(config, origin)
    if (!app.allowed_domains.includes(origin)) return refuse(c, 403, 'origin')
    const { captchaOrigin } = ctx.settings
    const { build } = await describeRunning(ctx.readBuild)
    const boot: FrameBoot = {
      app,
      now,
      dpopNonce,
      ...(build !== undefined && { build }),
      signer: ctx.signerKeys,
      ...(captchaOrigin !== null && { captchaOrigin }),
      ...(fetchOrigins.length > 0 && { fetchOrigins }),
    }
    const secretsUrl = ctx.settings.origin + secretsPath(app.id)
    const embedders = app.allowed_domains
    const headers = frameHeaders(app, widgetOrigin(ctx.settings), fetchOrigins, embedders, secretsUrl)
    return c.html(renderFrame(boot, await readFrameFiles(ctx.settings.distDir)), 200, headers)
  })

  // What the frame embeds to show keys and take them, or opens to print them. Its task comes from there (`secrets/main.ts`).
  server.get('/apps/:app_id/secrets', async c => {
    const config = await ctx.readConfig(c.req.param('app_id').slice(0, 64))
    if (!config) return refuse(c, 404, 'unknown-app')
    const files = await readFrameFiles(ctx.settings.distDir, 'secrets/main.ts')
    return c.html(
      renderSecrets(config.app.name, files),
      200,
      secretsHeaders(forSite(config, c.req.query('origin')), ctx.settings.origin),
    )
  })

  // Top-level documents: no site embeds them. Their task comes from the frame that opened them (see their `main`).
  for (const [path, entry] of WINDOWS) {
    server.get(`/apps/:app_id/${path}`, async c => {
      const config = await ctx.readConfig((c.req.param('app_id') ?? '').slice(0, 64))
      if (!config) return refuse(c, 404, 'unknown-app')
      const { app, now } = config
      const files = await readFrameFiles(ctx.settings.distDir, entry)
      // A site's own picture and the logos of tokens stand on an approval, there as in the frame. It asks no node.
      const isApproval = path === 'approve'
      const allowed_domains = isApproval ? app.allowed_domains : []
      const chains = isApproval ? app.chains.map(chain => ({ ...chain, rpc_urls: [] })) : []
      // Nor a phone: the frame alone speaks to the person's own wallets.
      const noPhone = { wallet_connect_cloud_project_id: null }
      const own = { ...app, allowed_domains, chains, solana_rpcs: {}, ...noPhone }
      return c.html(
        renderFrame({ app, now, signer: ctx.signerKeys, began: isOpenedByUs(c) }, files),
        200,
        frameHeaders(own, widgetOrigin(ctx.settings), [], []),
      )
    })
  }

  function refuse(
    c: RequestContext,
    status: 403 | 404,
    reason: Refusal,
    app?: AppConfig,
  ): Response | Promise<Response> {
    const page = renderRefusal(reason, c.req.header('accept-language'), ctx.settings.origin, app)
    return c.html(page, status, REFUSAL_HEADERS)
  }
}
