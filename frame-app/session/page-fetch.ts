/**
 * `vitrine.fetch`: the frame asks a backend of the site in the page's name, with the access token. What it must guarantee:
 *  - the token goes to origins that the operator listed, and follows no redirect away from them;
 *  - it never goes to the wallet origin, whose own API the page would then call as the person;
 *  - the page learns the answer and nothing of what was added to the question;
 *  - what one person asked for ends when another one, or nobody, is logged in.
 */

import {
  type FetchCall,
  type FetchHead,
  type FetchOpen,
  type FetchPiece,
  fetchOpen,
  fetchStep,
} from '@vitrine/shared/bridge/page-fetch.ts'
import { problemOf } from '@vitrine/shared/bridge/schema-problem.ts'
import { webOrigin } from '@vitrine/shared/config/web-origin.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError, requestTimedOut, type VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { parseUrl } from '@vitrine/shared/parse-url.ts'
import * as z from 'zod/mini'
import type { ReadableStore } from '../core/store.ts'
import { readAccessToken } from './access-token.ts'
import { createResponseReader, type ResponseReader } from './response-reader.ts'
import type { Session, SessionSnapshot } from './session.ts'

/** Responses of one page that the network has not finished. */
const MAX_OPEN = 16
/** For the backend to begin its answer. */
const HEADERS_LIMIT_MS = 2 * 60_000
/** A response that nobody reads for so long is given up. */
const UNREAD_LIMIT_MS = 5 * 60_000

/** What says who asks is the frame's to set; cookies are the browser's. */
const NOT_THE_PAGES = /^(authorization|proxy-authorization|dpop|cookie2?)$/i

export interface PageFetchParts {
  readonly session: Pick<Session, 'accessToken'>
  /** As the page has it. */
  readonly complete: ReadableStore<SessionSnapshot>
  readonly frame: Pick<Window & typeof globalThis, 'document' | 'fetch' | 'location'>
}

interface Exchange {
  readonly userId: string
  readonly controller: AbortController
  reader?: ResponseReader
  timer?: ReturnType<typeof setTimeout>
}

/** @returns one step, as the page asks for it. It rejects with `VitrineError` alone. */
export function createPageFetch({ session, complete, frame }: PageFetchParts) {
  const exchanges = new Map<string, Exchange>()
  const listed = readFetchOrigins(frame.document)

  const userId = () => {
    const snapshot = complete.get()
    return snapshot.status === 'authenticated' ? snapshot.user.id : null
  }
  const end = (id: string, reason?: VitrineError) => {
    const exchange = exchanges.get(id)
    exchanges.delete(id)
    clearTimeout(exchange?.timer)
    exchange?.controller.abort(reason ?? gone())
  }
  const endWithin = (ms: number, id: string, exchange: Exchange, reason?: VitrineError) => {
    clearTimeout(exchange.timer)
    exchange.timer = setTimeout(() => end(id, reason), ms)
  }
  complete.subscribe(() => {
    for (const [id, exchange] of exchanges) if (exchange.userId !== userId()) end(id, notAuthenticated())
  })

  const send = async (call: FetchOpen, exchange: Exchange, url: URL) => {
    const { signal } = exchange.controller
    const token = await session.accessToken()
    signal.throwIfAborted()
    // Another tab may have changed the storage just now.
    if (readAccessToken(token)?.userId !== exchange.userId) throw notAuthenticated()
    const { method, body } = call
    const response = await frame
      .fetch(url, {
        method,
        ...(body?.length && { body: body as Uint8Array<ArrayBuffer> }),
        headers: [...call.headers, bearer(token)],
        signal,
        mode: 'cors',
        credentials: 'omit',
        redirect: 'manual',
        referrerPolicy: 'no-referrer',
        // A browser's cache goes by the address, not by who asked.
        cache: 'no-store',
      })
      .catch(cause => {
        signal.throwIfAborted()
        throw unreachable(url, cause)
      })
    if (response.type === 'opaqueredirect') throw redirected(url)
    // A page can make no `Response` of it: the constructor takes 200 to 599.
    if (response.status > 599) throw notHttp(url, response.status)
    return { response, token }
  }

  const open = async (call: FetchOpen): Promise<FetchHead> => {
    const { id } = call
    const url = backendUrl(call.url, listed, frame.location.origin)
    const own = call.headers.find(([name]) => NOT_THE_PAGES.test(name))
    if (own) throw invalid(`the header ${own[0]} is not the page’s to set: the wallet adds the access token.`)
    const user = userId()
    if (user === null) throw notAuthenticated()
    if (exchanges.has(id)) throw invalid('this id has a response already.')
    if ([...exchanges.values()].filter(it => !it.reader?.isOver).length >= MAX_OPEN)
      throw clientError(
        'too_many_requests',
        `fetch: ${MAX_OPEN} responses are open. Read or cancel them before you ask for more.`,
      )
    const exchange: Exchange = { userId: user, controller: new AbortController() }
    const { signal } = exchange.controller
    exchanges.set(id, exchange)
    endWithin(HEADERS_LIMIT_MS, id, exchange, requestTimedOut())
    try {
      const { response, token } = await send(call, exchange, url)
      const head = headOf(response, url, token)
      if (head.hasBody && response.body) {
        exchange.reader = createResponseReader(response.body, signal)
        endWithin(UNREAD_LIMIT_MS, id, exchange)
      } else end(id)
      return head
    } catch (error) {
      const reason = signal.aborted ? signal.reason : error
      end(id)
      throw reason
    }
  }

  const read = async (id: string): Promise<FetchPiece> => {
    const exchange = exchanges.get(id)
    if (!exchange?.reader) throw gone()
    clearTimeout(exchange.timer)
    try {
      const answer = await exchange.reader.read()
      if (answer.done) end(id)
      else endWithin(UNREAD_LIMIT_MS, id, exchange)
      return answer
    } catch (error) {
      end(id)
      throw error
    }
  }

  return async (argument: unknown): Promise<FetchHead | FetchPiece | undefined> => {
    const call = readCall(argument)
    if (call.do === 'open') return open(call)
    if (call.do === 'read') return read(call.id)
    return void end(call.id)
  }
}

/** Where the token may go. In the document, as is its policy: both are of one moment. */
function readFetchOrigins(document: Document): readonly string[] {
  const block = document.getElementById('vitrine-boot')
  return bootPart.parse(JSON.parse(block?.textContent ?? '{}')).fetchOrigins
}
const bootPart = z.object({ fetchOrigins: z._default(z.array(webOrigin), []) })

function readCall(argument: unknown): FetchCall {
  const { do: step, id } = valid(fetchStep, argument)
  return step === 'open' ? valid(fetchOpen, argument) : { do: step, id }
}

function valid<T>(schema: z.ZodMiniType<T>, argument: unknown): T {
  const parsed = schema.safeParse(argument)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const [at] = issue?.path ?? []
  throw invalid(`${at === undefined ? 'the argument' : `\`${String(at)}\``} ${problemOf(issue)}`)
}

/** @throws VitrineError `invalid_data`, `not_supported` for an origin that must not get the token */
export function backendUrl(text: string, listed: readonly string[], walletOrigin: string): URL {
  const url = parseUrl(text)
  if (!url) throw invalid('the address is not a URL.')
  // It would stand in what the page reads of the answer, and no browser sends it.
  if (url.username !== '' || url.password !== '') throw invalid('the address has a user name or a password.')
  // On its own origin the browser asks for no CORS: the page would call the wallet's API as the person.
  if (url.origin === walletOrigin)
    throw clientError('not_supported', 'fetch: not to the wallet origin itself.')
  // `blob:` and `data:` have the origin of who made them, or none.
  if (!/^https?:$/.test(url.protocol) || !listed.includes(url.origin))
    throw clientError(
      'not_supported',
      `fetch: ${url.origin} is not among this app’s fetch_origins. The operator of the wallet adds it with \`app edit\`; then load the page again.`,
    )
  return url
}

const bearer = (token: string): [string, string] => ['authorization', `Bearer ${token}`]

/** By name, so that nothing else of the response leaves; without what would tell the page the token. */
const headOf = (response: Response, url: URL, token: string): FetchHead => ({
  url: response.url || url.href,
  status: response.status,
  statusText: response.statusText,
  headers: [...response.headers].filter(
    ([name, value]) => !/^(authorization|set-cookie)$/i.test(name) && !value.includes(token),
  ),
  hasBody: response.body !== null && !NULL_BODY_STATUSES.includes(response.status),
})

/** Fetch Standard §2.2.3. Chromium gives such a response an empty stream, and makes none that has one. */
const NULL_BODY_STATUSES = [204, 205, 304]

const invalid = (what: string) => clientError('invalid_data', `fetch: ${what}`)
const notAuthenticated = () => clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
const gone = () =>
  clientError('connection_lost', 'fetch: the response was given up, or nobody read it for five minutes.')
const unreachable = (url: URL, cause: unknown) =>
  clientError(
    'service_unavailable',
    `fetch: ${url.origin} did not answer, or its CORS headers do not allow the wallet origin.`,
    { cause },
  )
const notHttp = (url: URL, status: number) =>
  clientError(
    'service_unavailable',
    `fetch: ${url.origin} answered with status ${status}, which HTTP has not.`,
  )
const redirected = (url: URL) =>
  clientError(
    'not_supported',
    `fetch: ${url.origin}${url.pathname} redirects elsewhere, where the access token must not go. Ask for the final address.`,
  )
