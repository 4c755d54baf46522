import type { Context as RequestContext } from 'hono'
import { type App, findApp, isSecretOf } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * The app whose backend calls, by `authorization: Basic <app id>:<app secret>` (RFC 7617).
 * @throws `missing_or_invalid_token` (401), the same for an unknown app and a wrong secret
 */
export async function requireAppSecret(ctx: Context, c: RequestContext): Promise<App> {
  const credentials = readBasic(c)
  const app = credentials ? await findApp(ctx.db, credentials.id) : null
  if (credentials && isSecretOf(app, credentials.secret) && app) return app
  c.header('WWW-Authenticate', 'Basic realm="app id and app secret"')
  throw apiError(
    'missing_or_invalid_token',
    'Send the app id and its current app secret as HTTP Basic credentials. `app rotate-secret` makes a new one.',
  )
}

function readBasic(c: RequestContext): { readonly id: string; readonly secret: string } | null {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,1024})$/i.exec(c.req.header('authorization') ?? '')?.[1]
  const [id, secret] = encoded ? Buffer.from(encoded, 'base64').toString('utf8').split(':') : []
  return id && secret && id.length <= 64 ? { id, secret } : null
}
