import type { MiddlewareHandler } from 'hono'

/** What every answer carries; a route that needs a wider policy sets its own header, which stays. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  [
    'Content-Security-Policy',
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'no-referrer'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
])

/** Adds the defaults, `no-store` for the API, and HSTS on a secure origin. */
export function securityHeaders(origin: string): MiddlewareHandler {
  const secure = origin.startsWith('https:')
  return async (c, next) => {
    await next()
    for (const [name, value] of DEFAULTS) {
      if (!c.res.headers.has(name)) c.res.headers.set(name, value)
    }
    if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store')
    if (secure) c.res.headers.set('Strict-Transport-Security', 'max-age=63072000')
  }
}
