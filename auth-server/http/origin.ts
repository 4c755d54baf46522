import type { Context as RequestContext } from 'hono'
import { apiError } from '../errors/api-error.ts'
import { isLoopback, type Settings } from '../settings.ts'
import { isLoopbackAddress, proxiedFor, socketAddress } from './network.ts'

/**
 * Who may make a call, by where it comes from:
 * - `own`: pages of the wallet origin. For every call that changes something.
 * - `own-read`: the same for a read, where a browser may leave the header out.
 * - `own-machine`: whoever sits at this machine and opens the server under a name of its own.
 * - `console`: pages of the operator's console, on its port: for a call that changes something as `own`, for a read as `own-read`.
 * - `any`: everybody, and pages of every origin may read the answer.
 * - `none`: there is nothing to compare: a document, or a backend that proves itself by its secret.
 */
export type OriginGuard = 'own' | 'own-read' | 'own-machine' | 'console' | 'any' | 'none'

/** @throws `missing_origin` | `invalid_origin` (403) */
export function requireOrigin(settings: Settings, c: RequestContext, guard: OriginGuard): void {
  if (guard === 'own') requireOwnOrigin(settings.origin, c)
  if (guard === 'own-read') requireOwnReader(settings.origin, c)
  if (guard === 'console') {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
    if (isRead) requireOwnReader(settings.consoleOrigin ?? '', c)
    else requireOwnOrigin(settings.consoleOrigin ?? '', c)
  }
  if (guard === 'own-machine') requireOwnMachine(settings, c)
  if (guard !== 'any') return
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Cross-Origin-Resource-Policy', 'cross-origin')
}

/**
 * Calls that change something come from our own frame only (contract §1, origin check). A browser sets `Origin` on every
 * such call and page code cannot forge it, so this stops cross-site request forgery for all methods at once.
 */
function requireOwnOrigin(own: string, c: RequestContext): void {
  const origin = c.req.header('origin')
  if (origin === undefined) {
    throw apiError('missing_origin', 'This call is for pages of this server and needs an Origin header.')
  }
  if (origin !== own) refuse(own)
}

/** A browser omits `Origin` on a same-origin GET, so what it does send must agree and what it omits is accepted. */
function requireOwnReader(own: string, c: RequestContext): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  if (origin !== undefined && origin !== own) refuse(own)
  if (site !== undefined && site !== 'same-origin' && site !== 'none') refuse(own)
}

/**
 * The socket says where a connection comes from; a header says what its writer likes. A site that points its own name at
 * 127.0.0.1 (DNS rebinding) would read the answer as its own.
 */
function requireOwnMachine(settings: Settings, c: RequestContext): void {
  if (!isLoopbackAddress(socketAddress(c))) throw elsewhere()
  // A tunnel or proxy on this machine connects from it, for whoever is at its other end.
  if (!proxiedFor(c).every(isLoopbackAddress)) throw elsewhere()
  const { origin } = new URL(c.req.url)
  if (origin !== settings.origin && !isLoopback(origin)) {
    throw apiError('invalid_origin', `Open this at ${settings.origin}${c.req.path}.`)
  }
}

const elsewhere = () =>
  apiError('invalid_origin', 'This is for the machine that the server runs on. Open it there.')

function refuse(own: string): never {
  throw apiError('invalid_origin', `Only pages of ${own} may make this call.`)
}
