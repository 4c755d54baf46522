import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { type CurrentRequest, currentRequest } from '../current-request.ts'
import { CONSOLE_HEADER } from '../http/console-cookie.ts'
import {
  APP_HEADER,
  REQUEST_ID_HEADER,
  ROUTE_HEADER,
  TRACEPARENT_HEADER,
  toldOf,
} from '../http/current-route.ts'
import { NOTHING_HERE, RETRY_AFTER_SECONDS } from '../http/error-response.ts'
import { CLIENT_ADDRESS_HEADER } from '../http/network.ts'
import { logError } from '../log.ts'
import { ERROR_PAGE_HEADERS, renderError, wantsPage } from './error-page.ts'

/** Where the API process listens. */
export interface ApiAddress {
  readonly socketPath: string
  readonly agent: Agent
}

/** The API knows no other; what has another one has no body that would have to be told from the next request. */
const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']

/** Of one connection, and so not for the next (RFC 9110 §7.6.1); and what only this process says. */
const NOT_HANDED_ON = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade'],
  ...['expect', CLIENT_ADDRESS_HEADER, REQUEST_ID_HEADER, CONSOLE_HEADER],
  // A caller's trace is not ours.
  ...[TRACEPARENT_HEADER, 'tracestate', 'baggage'],
  // The wallet has none. Browsers send those of other ports of the host.
  'cookie',
])

/**
 * What an answer of the API may say besides its body. The rest would give it power over the origin: `set-cookie`,
 * `clear-site-data`, `location`, `refresh`, `link`, `service-worker-allowed` and what is not invented yet.
 */
const ANSWERED = [
  ...['content-type', 'content-length', 'cache-control', 'retry-after', 'vary', 'date'],
  ...['www-authenticate', 'dpop-nonce', 'access-control-allow-origin', 'access-control-expose-headers'],
  ...['cross-origin-resource-policy'],
]

/** An answer is data. Opened as a document it has no origin and runs nothing, whatever the API process wrote into it. */
const AS_DATA = {
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

const JSON_TYPE = /^application\/json(;|$)/i

/** Whether somebody asks if requests should come here: see `health/routes.ts`. */
export const isReadiness = (path: string): boolean => /^\/health(\/ready)?\/?$/.test(path)

/** Answers `isReadiness` in the API process's place once the server stops. */
export function answerStopping(outgoing: ServerResponse): void {
  outgoing.setHeader('retry-after', String(RETRY_AFTER_SECONDS))
  answer(outgoing, 503, { ok: false, stopping: true })
}

/** Whether a path is the API process's. `isDevelopment`: the inbox is. */
export const isForApi = (path: string, isDevelopment: boolean): boolean =>
  path.startsWith('/api/') || isReadiness(path) || (isDevelopment && path.startsWith('/dev/'))

/** What goes further on another port than the wallet's: headers besides those of every call. */
export interface Side {
  handedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders
  answered(headers: IncomingHttpHeaders): IncomingHttpHeaders
}

/**
 * Hands a request on to the API process and its answer back, both as they come. The API learns the address of the other end
 * of the connection from a header that nobody outside can set.
 * A browser that goes to an address gets a page of this process's own in the place of an error.
 * @param path as `URL` writes it: what the two processes make of a path must be the same
 * @param origin the wallet origin, or that of the port
 * @param side left out: the wallet's port
 */
export function forward(
  { socketPath, agent }: ApiAddress,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  origin: string,
  side?: Side,
): void {
  const { method = 'GET' } = incoming
  const current = currentRequest()
  const isSecure = origin.startsWith('https:')
  const page = (status: number, headers: IncomingHttpHeaders = {}): boolean => {
    const { accept, 'accept-language': languages } = incoming.headers
    if (status < 400 || !wantsPage(accept)) return false
    outgoing.writeHead(status, { ...headers, ...ERROR_PAGE_HEADERS, connection: 'close' })
    outgoing.end(renderError(status, languages, origin))
    return true
  }
  if (!METHODS.includes(method)) {
    if (page(404)) return
    answer(outgoing, 404, { error: NOTHING_HERE, code: 'not_found' })
    return
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const call = request({
    socketPath,
    agent,
    method,
    path,
    headers: {
      ...handedOn(incoming.headers, hasBody),
      ...side?.handedOn(incoming.headers),
      [CLIENT_ADDRESS_HEADER]: incoming.socket.remoteAddress ?? 'unknown',
      ...(current && toldOf(current)),
    },
  })
  call.on('response', came => {
    const status = came.statusCode ?? 502
    if (current) noteAnswer(current, came.headers)
    const { 'retry-after': retryAfter } = came.headers
    if (page(status, { ...(retryAfter && { 'retry-after': retryAfter }) })) return void came.resume()
    outgoing.writeHead(status, {
      ...answeredHeaders(came.headers, path, isSecure),
      ...side?.answered(came.headers),
      // As below: it was answered before it was here, as what is too large is.
      ...(!incoming.complete && { connection: 'close' }),
    })
    came.pipe(outgoing)
    came.on('error', () => outgoing.destroy())
  })
  call.on('error', error => {
    if (outgoing.headersSent || outgoing.destroyed) {
      outgoing.destroy()
      return
    }
    // Who asks for it hears of it. Otherwise: not the path, since what it names may be a secret.
    if (!isReadiness(path)) logError(`handing on a ${method} to the API process`, error)
    outgoing.setHeader('retry-after', String(RETRY_AFTER_SECONDS))
    if (page(503)) return
    answer(outgoing, 503, isReadiness(path) ? UNHEALTHY : UNAVAILABLE)
  })
  // Nobody waits for the answer any more.
  outgoing.on('close', () => outgoing.writableFinished || call.destroy())
  if (hasBody) incoming.pipe(call)
  else call.end()
}

/** What may stand in a log and name a metric: the API process says it, which may be in a stranger's hands. */
const ROUTE = /^\/[\w/:.*-]{1,100}$/
const APP_ID = /^app_\w{1,60}$/

function noteAnswer(request: CurrentRequest, headers: IncomingHttpHeaders): void {
  const { [ROUTE_HEADER]: route, [APP_HEADER]: appId } = headers
  if (typeof route === 'string' && ROUTE.test(route)) request.route = route
  if (typeof appId === 'string' && APP_ID.test(appId)) request.appId = appId
}

function handedOn(headers: IncomingHttpHeaders, hasBody: boolean): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !NOT_HANDED_ON.has(name) && (hasBody || name !== 'content-length'),
    ),
  )
}

function answeredHeaders(headers: IncomingHttpHeaders, path: string, isSecure: boolean): IncomingHttpHeaders {
  // A page for the developer, who reads it on their own machine.
  const isInbox = path.startsWith('/dev/')
  const told = Object.fromEntries(ANSWERED.flatMap(name => (headers[name] ? [[name, headers[name]]] : [])))
  const type = headers['content-type'] ?? ''
  const policy = headers['content-security-policy']
  return {
    'cross-origin-resource-policy': 'same-origin',
    ...told,
    ...AS_DATA,
    ...(isInbox && policy && { 'content-security-policy': policy }),
    ...(type !== '' && !isInbox && !JSON_TYPE.test(type) && { 'content-type': 'text/plain; charset=utf-8' }),
    ...(isSecure && { 'strict-transport-security': 'max-age=63072000' }),
  }
}

const UNAVAILABLE = {
  error: 'The service is not available right now. Try again in a moment.',
  code: 'service_unavailable',
}
/** In the place of what the API process says of itself and the others (`health/routes.ts`). */
const UNHEALTHY = { ok: false, api: false }

function answer(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, {
    ...AS_DATA,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    // A body that nobody read stands in the way of the next request.
    connection: 'close',
  })
  outgoing.end(JSON.stringify(body))
}
