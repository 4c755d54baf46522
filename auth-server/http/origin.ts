import type { Context as RequestContext } from 'hono'
import { apiError } from '../errors/api-error.ts'
import type { Settings } from '../settings.ts'

/**
 * Calls that change something come from our own frame only (contract §1, origin check). A browser sets `Origin` on every
 * such call and page code cannot forge it, so this stops cross-site request forgery for all methods at once.
 * @throws `missing_origin` | `invalid_origin` (403)
 */
export function requireOwnOrigin(settings: Settings, c: RequestContext): void {
  const origin = c.req.header('origin')
  if (origin === undefined) {
    throw apiError('missing_origin', 'This call is for the wallet frame and needs an Origin header.')
  }
  if (origin !== settings.origin) refuse(settings)
}

/**
 * Reads: a browser omits `Origin` on a same-origin GET, so what it does send must agree and what it omits is accepted.
 * @throws `invalid_origin` (403)
 */
export function requireOwnReader(settings: Settings, c: RequestContext): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin !== undefined && origin !== settings.origin) refuse(settings)
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse(settings)
}

function refuse(settings: Settings): never {
  throw apiError('invalid_origin', `Only pages of ${settings.origin} may make this call.`)
}
