import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { Hono } from 'hono'
import { findApp, publicConfig } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'

/** `/api/v1/apps`: public, readable from anywhere (a site's backend verifies tokens with these keys). */
export function appRoutes(ctx: Context): Hono {
  const routes = new Hono()

  routes.use(async (c, next) => {
    await next()
    c.header('Access-Control-Allow-Origin', '*')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
  })

  routes.get('/:app_id', async c => {
    const app = await requireKnownApp(ctx, c.req.param('app_id'))
    return c.json(publicConfig(app, ctx.tokens.verificationKey) satisfies AppConfig)
  })

  routes.get('/:app_id/jwks.json', async c => {
    await requireKnownApp(ctx, c.req.param('app_id'))
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(ctx.tokens.jwks)
  })

  return routes
}

async function requireKnownApp(ctx: Context, id: string) {
  const app = id.length > 64 ? null : await findApp(ctx.db, id)
  if (!app) throw apiError('not_found', 'There is no app with this id.')
  return app
}
