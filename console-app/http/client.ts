import { CONFIRMATION_HEADER } from '@vitrine/shared/api/console/calls.ts'
import { type ErrorCode, STATUS_BY_CODE } from '@vitrine/shared/errors/codes.ts'
import { clientError, requestTimedOut, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type * as z from 'zod/mini'

/** One call of the API, below `/api/v1` of the console's own origin. */
export interface Call<T> {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Begins with `/`; what is put into it is encoded (`path`). */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
  /** Of which app, for the routes that a site's backend calls too. */
  readonly appId?: string
  /** What `session/confirm.ts` gave for this very call. */
  readonly confirmation?: string
  readonly answer: z.ZodMiniType<T>
  readonly signal?: AbortSignal | undefined
}

/** Sends a call and reads its answer by its schema. */
export type Send = <T>(call: Call<T>) => Promise<T>

const TIME_LIMIT_MS = 20_000

export interface ClientOptions {
  readonly fetch: typeof fetch
  /** The session has ended: nobody is logged in. Calls that ask who is are answered the same way, and tell it too. */
  onSessionEnd(): void
  /** A call was answered as somebody who is logged in. */
  onUse(): void
}

/**
 * The console's only way to its server. The session is a cookie that no script reads; the browser adds `Origin` to what changes
 * anything. Nothing is tried again by itself: what changes something must not happen twice.
 * @throws VitrineError with the server's own sentence, or one about the network
 */
export function createClient({ fetch, onSessionEnd, onUse }: ClientOptions): Send {
  return async ({ method = 'GET', path, query, body, appId, confirmation, answer, signal }) => {
    const response = await reach(fetch, `/api/v1${path}${queryOf(query)}`, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(appId !== undefined && { 'vitrine-app-id': appId }),
        ...(confirmation !== undefined && { [CONFIRMATION_HEADER]: confirmation }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.any([AbortSignal.timeout(TIME_LIMIT_MS), ...(signal ? [signal] : [])]),
    })
    const json: unknown = await response.json().catch(() => undefined)
    if (!response.ok) {
      const error = refusal(response, json)
      if (error.code === 'missing_or_invalid_token') onSessionEnd()
      throw error
    }
    const read = answer.safeParse(json)
    if (!read.success) throw clientError('internal_error', UNREADABLE)
    onUse()
    return read.data
  }
}

async function reach(fetch: ClientOptions['fetch'], url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    if (error instanceof DOMException && error.name === 'TimeoutError')
      throw requestTimedOut({ cause: error })
    throw clientError('service_unavailable', UNREACHED, { cause: error })
  }
}

function refusal(response: Response, json: unknown): VitrineError {
  const { error, code, data } = (json ?? {}) as { error?: unknown; code?: unknown; data?: unknown }
  const known = typeof code === 'string' && Object.hasOwn(STATUS_BY_CODE, code)
  return new VitrineError({
    type: 'api_error',
    code: known ? (code as ErrorCode) : 'internal_error',
    message:
      typeof error === 'string' && error !== ''
        ? error
        : `The server answered ${response.status}. Try again.`,
    status: response.status,
    ...(typeof data === 'object' && data !== null && { data: data as Record<string, string> }),
  })
}

const queryOf = (query: Call<unknown>['query'] = {}): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/**
 * A path whose parts are text of others: none of them can add a part, a query or a way up.
 * @throws VitrineError `not_found` for what a browser takes for the folder itself or the one above it
 */
export const path = (strings: TemplateStringsArray, ...values: readonly string[]): string =>
  strings.reduce((whole, text, index) => whole + part(values[index - 1] ?? '') + text)

function part(value: string): string {
  if (/^\.{0,2}$/.test(value)) throw clientError('not_found', 'There is nothing by this name.')
  return encodeURIComponent(value)
}

const UNREACHED = 'The server cannot be reached. Check the connection and try again.'
const UNREADABLE =
  'The server’s answer cannot be read: console and server may be of two versions. Reload the page.'
