import { isPreviewPattern } from '@vitrine/shared/config/allowed-origin.ts'
import { findApp, publicConfig } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { openRoute, type Route } from '../http/route.ts'
import type { FrameConfig } from './frame-config.ts'

/** `/frame`: for the frame server, which hands on no request to it. */
export const frameConfigRoutes = (ctx: Context): readonly Route[] => [
  openRoute('GET /:app_id', { origin: 'none', limit: 'none' }, async c => {
    const id = c.req.param('app_id')
    const app = id.length > 64 ? null : await findApp(ctx.db, id)
    if (!app) throw apiError('not_found', 'There is no app with this id.')
    return c.json({
      app: publicConfig(app, ctx.tokens.verificationKey),
      now: ctx.now(),
      dpopNonce: ctx.dpopNonces.current(ctx.now()),
      fetchOrigins: app.config.fetch_origins,
      previewOrigins: app.config.allowed_domains.filter(isPreviewPattern),
    } satisfies FrameConfig)
  }),
]
