import type { User } from '@vitrine/shared/api/client-user.ts'
import type { VitrineServer } from '../create-server.ts'
import type { SiteAnswer, SiteCall } from './call.ts'
import type { SiteSession } from './sealed-session.ts'
import { createSite } from './site.ts'
import type { SiteOptions } from './site-options.ts'

/** For a framework whose requests are those of the Fetch standard. */
export interface VitrineWeb {
  /** Answers `POST …/login`, `…/logout` and `…/webhook`. */
  handle(request: Request): Promise<Response>
  /** Who is logged in. @throws VitrineError where the wallet's server cannot be asked */
  getUser(request: Pick<Request, 'headers'>): Promise<User | null>
  getSession(request: Pick<Request, 'headers'>): Promise<SiteSession | null>
}

/** @throws VitrineError `configuration_error` for options that cannot work */
export function vitrineWeb(server: VitrineServer, options: SiteOptions): VitrineWeb {
  const site = createSite(server, options)
  return {
    handle: async request => toResponse(await site.answer(toCall(request))),
    getUser: async ({ headers }) => (await site.find(headers.get('cookie')))?.user ?? null,
    getSession: async ({ headers }) => (await site.find(headers.get('cookie')))?.session ?? null,
  }
}

export const toCall = (request: Request): SiteCall => ({
  method: request.method,
  action: actionOf(request.url),
  header: name => request.headers.get(name),
  body: request.body,
})

/** @param url of the Fetch standard or of Node: whole, or from the path on */
export const actionOf = (url: string): string =>
  new URL(url, 'http://localhost').pathname.replace(/\/$/, '').split('/').at(-1) ?? ''

/** An answer that has a user, or sets a cookie, is kept by no cache. */
export const headersOf = ({ headers, body }: SiteAnswer): Record<string, string> => ({
  'cache-control': 'no-store',
  ...(body && { 'content-type': 'application/json', 'x-content-type-options': 'nosniff' }),
  ...headers,
})

export const toResponse = (answer: SiteAnswer): Response =>
  new Response(answer.body && JSON.stringify(answer.body), {
    status: answer.status,
    headers: headersOf(answer),
  })

/** What a route answers that is for users alone. */
export const NOBODY: SiteAnswer = {
  status: 401,
  headers: {},
  body: { error: 'Log in first.', code: 'must_be_authenticated' },
}
