import type { User } from '@vitrine/shared/api/client-user.ts'
import type { VitrineServer } from '../create-server.ts'
import type { SiteSession } from './sealed-session.ts'
import type { SiteOptions } from './site-options.ts'
import { NOBODY, toResponse, vitrineWeb } from './web.ts'

/** What is needed of a context of Hono. */
export interface HonoContext {
  readonly req: { readonly raw: Request }
}

export interface VitrineHono {
  /** For `app.post('/api/vitrine/*', …)`: `login`, `logout` and `webhook`. */
  readonly routes: (c: HonoContext) => Promise<Response>
  /** Who is logged in. @throws VitrineError where the wallet's server cannot be asked */
  getUser(c: HonoContext): Promise<User | null>
  getSession(c: HonoContext): Promise<SiteSession | null>
  /** Middleware of routes for users alone: 401 for others. */
  readonly requireUser: (c: HonoContext, next: () => Promise<void>) => Promise<Response | undefined>
}

/** @throws VitrineError `configuration_error` for options that cannot work */
export function vitrineHono(server: VitrineServer, options: SiteOptions): VitrineHono {
  const web = vitrineWeb(server, options)
  return {
    routes: c => web.handle(c.req.raw),
    getUser: c => web.getUser(c.req.raw),
    getSession: c => web.getSession(c.req.raw),
    async requireUser(c, next) {
      if (!(await web.getUser(c.req.raw))) return toResponse(NOBODY)
      await next()
      return undefined
    },
  }
}
