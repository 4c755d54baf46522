import { APP_ID_HEADER } from '@vitrine/shared/api/headers.ts'
import type { Context as RequestContext } from 'hono'
import { type App, findApp } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * The app that header `vitrine-app-id` names (contract §1).
 * @throws `missing_or_invalid_privy_app_id` (400)
 */
export async function requireApp(ctx: Context, c: RequestContext): Promise<App> {
  const id = c.req.header(APP_ID_HEADER)
  const app = id === undefined || id.length > 64 ? null : await findApp(ctx.db, id)
  if (app) return app
  throw apiError(
    'missing_or_invalid_privy_app_id',
    id === undefined
      ? `The header ${APP_ID_HEADER} is missing.`
      : 'There is no app with this id. Check the app id that the site uses.',
  )
}
