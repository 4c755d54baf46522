import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { publicConfig } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { type Route, route } from '../http/route.ts'

/** Read by every page view, and a row that a cache of the database holds. */
const PUBLIC = { origin: 'any', limit: 'none', app: 'path' } as const

/** `/api/v1/apps`: public, readable from anywhere (a site's backend verifies tokens with these keys). */
export const appConfigRoutes = (ctx: Context): readonly Route[] => [
  route('GET /:app_id', PUBLIC, ({ c, app }) => {
    c.header('Vary', 'Origin', { append: true })
    return c.json(publicConfig(app, ctx.tokens.verificationKey, c.req.header('origin')) satisfies AppConfig)
  }),
  route('GET /:app_id/jwks.json', PUBLIC, ({ c }) => {
    c.header('Cache-Control', 'public, max-age=300')
    return c.json(ctx.tokens.jwks)
  }),
]
