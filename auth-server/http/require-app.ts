import { APP_ID_HEADER } from '@vitrine/shared/api/headers.ts'
import type { Context as RequestContext } from 'hono'
import { type App, findApp, isSecretOf } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * How a call names its app:
 * - `header`: by `vitrine-app-id` (contract §1).
 * - `secret`: as the app's backend, by `authorization: Basic <app id>:<app secret>` (RFC 7617).
 * - `path`: by `:app_id`; for what is public.
 * - `operator`: by `:app_id`, on the console alone, where an operator has the right to it.
 */
export type AppGuard = 'header' | 'secret' | 'path' | 'operator'

/** @throws `missing_or_invalid_privy_app_id` (400) | `missing_or_invalid_token` (401) | `not_found` (404) */
export function requireApp(
  ctx: Context,
  c: RequestContext,
  guard: Exclude<AppGuard, 'operator'>,
): Promise<App> {
  switch (guard) {
    case 'header':
      return requireAppOfHeader(ctx, c)
    case 'secret':
      return requireAppOfSecret(ctx, c)
    case 'path':
      return requireAppOfPath(ctx, c)
  }
}

async function requireAppOfHeader(ctx: Context, c: RequestContext): Promise<App> {
  const id = c.req.header(APP_ID_HEADER)
  const app = id === undefined ? null : await find(ctx, id)
  if (app) return app
  throw apiError(
    'missing_or_invalid_privy_app_id',
    id === undefined
      ? `The header ${APP_ID_HEADER} is missing.`
      : 'There is no app with this id. Check the app id that the site uses.',
  )
}

/** One answer for an unknown app and a wrong secret. */
async function requireAppOfSecret(ctx: Context, c: RequestContext): Promise<App> {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,1024})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const [id, secret] = encoded ? Buffer.from(encoded, 'base64').toString('utf8').split(':') : []
  const app = id && secret ? await find(ctx, id) : null
  if (secret && isSecretOf(app, secret) && app) return app
  c.header('WWW-Authenticate', 'Basic realm="app id and app secret"')
  throw apiError(
    'missing_or_invalid_token',
    'Send the app id and its current app secret as HTTP Basic credentials. `app rotate-secret` makes a new one.',
  )
}

async function requireAppOfPath(ctx: Context, c: RequestContext): Promise<App> {
  const app = await find(ctx, c.req.param('app_id') ?? '')
  if (!app) throw apiError('not_found', 'There is no app with this id.')
  return app
}

const find = async (ctx: Context, id: string) => (id.length > 64 ? null : findApp(ctx.db, id))
