import type { ProofRequest } from '@vitrine/frame-app/vault/dpop-proof.ts'
import { anySignal } from '@vitrine/shared/any-signal.ts'
import { CONFIRMATION_HEADER } from '@vitrine/shared/api/console/calls.ts'
import { DPOP_HEADER, DPOP_NONCE_HEADER } from '@vitrine/shared/api/headers.ts'
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
/** The server takes a proof whose time is within five minutes of its own. */
const CLOCK_DRIFT_MS = 60_000

export interface ClientOptions {
  readonly fetch: typeof fetch
  /** The console's own: a proof names the whole address. */
  readonly origin: string
  /** Proves a call by this browser's key (RFC 9449): a cookie that was copied is worth nothing without it. */
  prove(request: ProofRequest): Promise<string>
  /** Unix ms by this device. */
  now(): number
  /** The session has ended: nobody is logged in. Calls that ask who is are answered the same way, and tell it too. */
  onSessionEnd(): void
  /** A call was answered as somebody who is logged in. */
  onUse(): void
}

/**
 * The console's only way to its server. The session is a cookie that no script reads; the browser adds `Origin` to what changes
 * anything. Nothing is tried again by itself, since what changes something must not happen twice: only a proof is made anew, which the
 * server asks for before it does anything.
 * @throws VitrineError with the server's own sentence, or one about the network
 */
export function createClient(options: ClientOptions): Send {
  const { origin, prove, now, onSessionEnd, onUse } = options
  let nonce: string | undefined
  /** How far the server's clock is ahead of this device's. */
  let aheadMs = 0

  const attempt = async ({
    method = 'GET',
    path,
    query,
    body,
    appId,
    confirmation,
    signal,
  }: Call<unknown>) => {
    const url = `/api/v1${path}`
    const proof = await prove({
      method,
      url: `${origin}${url}`,
      iat: Math.floor((now() + aheadMs) / 1000),
      ...(nonce !== undefined && { nonce }),
    })
    const response = await reach(options.fetch, `${url}${queryOf(query)}`, {
      method,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      headers: {
        accept: 'application/json',
        [DPOP_HEADER]: proof,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(appId !== undefined && { 'vitrine-app-id': appId }),
        ...(confirmation !== undefined && { [CONFIRMATION_HEADER]: confirmation }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: anySignal(AbortSignal.timeout(TIME_LIMIT_MS), ...(signal ? [signal] : [])),
    })
    nonce = response.headers.get(DPOP_NONCE_HEADER) ?? nonce
    const json: unknown = await response.json().catch(() => undefined)
    const { code } = Object(json) as { code?: unknown }
    const before = aheadMs
    const date = Date.parse(response.headers.get('date') ?? '')
    if (!Number.isNaN(date)) aheadMs = date - now()
    // Both are given before any work, with the server's nonce and time to prove the call with.
    const isClockWrong = code === 'missing_or_invalid_token' && Math.abs(aheadMs - before) > CLOCK_DRIFT_MS
    return { response, json, isUnproven: code === 'use_dpop_nonce' || isClockWrong }
  }

  return async call => {
    const first = await attempt(call)
    const { response, json } = first.isUnproven ? await attempt(call) : first
    const { answer } = call
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
  if (/^\.{0,2}$/.test(value)) throw clientError('not_found', 'This doesn’t exist. Check the address.')
  return encodeURIComponent(value)
}

const UNREACHED = 'We couldn’t reach the server. Check the connection and try again.'
const UNREADABLE =
  'We couldn’t read the server’s answer. The console and the server may have different versions. Reload the page.'
