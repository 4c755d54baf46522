import type { User } from '@vitrine/shared/api/client-user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { VitrineServer } from '../create-server.ts'
import type { SiteSession } from './sealed-session.ts'
import { createSite, type LoggedIn } from './site.ts'
import type { SiteOptions } from './site-options.ts'
import { toCall, toResponse } from './web.ts'

/** What `await cookies()` gives, and `request.cookies` of `proxy.ts`. */
export interface NextCookies {
  get(name: string): { readonly value: string } | undefined
}

export interface VitrineNext {
  /** Of `app/api/vitrine/[action]/route.ts`: `export const { POST } = site.handlers`. */
  readonly handlers: { readonly POST: (request: Request) => Promise<Response> }
  /** Who is logged in. @param from `await cookies()`, or a request. @throws VitrineError where the wallet's server cannot be asked */
  getUser(from: NextCookies | Request): Promise<User | null>
  getSession(from: NextCookies | Request): Promise<SiteSession | null>
  /** @throws VitrineError `must_be_authenticated` where nobody is logged in */
  requireUser(from: NextCookies | Request): Promise<User>
}

/** @throws VitrineError `configuration_error` for options that cannot work */
export function vitrineNext(server: VitrineServer, options: SiteOptions): VitrineNext {
  const site = createSite(server, options)
  const find = (from: NextCookies | Request): Promise<LoggedIn | null> =>
    'headers' in from
      ? site.find(from.headers.get('cookie'))
      : site.open(from.get(site.cookieName)?.value ?? null)
  return {
    handlers: { POST: async request => toResponse(await site.answer(toCall(request))) },
    getUser: async from => (await find(from))?.user ?? null,
    getSession: async from => (await find(from))?.session ?? null,
    async requireUser(from) {
      const found = await find(from)
      if (!found) throw clientError('must_be_authenticated', 'Nobody is logged in at this site.')
      return found.user
    },
  }
}
