import type { ErrorCode } from '@vitrine/shared/errors/codes.ts'
import { clientError, requestTimedOut, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { type CallOptions, isLoopback, type VitrineServerOptions } from './server-options.ts'

export interface ApiCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Below `/api/v1`. */
  readonly path: string
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly body?: unknown
}

/** Calls the wallet's API with the app's secret. The caller says which shape the answer has. */
export type ApiClient = <Answer>(call: ApiCall, options?: CallOptions) => Promise<Answer>

const TIMEOUT_MS = 10_000
/** Of a call that reads: it is tried once more (specification §7). */
const TRIES = 2
/** Statuses after which the same call may succeed a moment later (specification §7). */
const MAY_PASS = [408, 409, 425, 429, 500, 502, 503, 504]
const FIRST_WAIT_MS = 200
/** Who is told to wait longer than this is told so, and waits by themselves. */
const LONGEST_WAIT_MS = 10_000

/**
 * Keeps the secret in a closure, where neither `inspect` nor JSON finds it.
 *
 * What reads is tried once more after the statuses of `MAY_PASS` and where there was no answer. What writes is sent once: it may
 * have been done.
 */
export function createApiClient({
  appId,
  appSecret,
  walletOrigin,
  timeoutMs = TIMEOUT_MS,
  fetch: send = fetch,
}: VitrineServerOptions): ApiClient {
  const authorization = `Basic ${btoa(`${appId}:${appSecret}`)}`
  const base = reachable(walletOrigin)

  async function attempt(
    { method, path, query = {}, body }: ApiCall,
    options: CallOptions,
  ): Promise<Response> {
    const url = new URL(`/api/v1${path}`, base)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value)
    const limit = AbortSignal.timeout(options.timeoutMs ?? timeoutMs)
    try {
      const response = await send(url, {
        method,
        headers: {
          authorization,
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // The secret goes to this origin alone.
        redirect: 'error',
        // A framework that keeps answers of `fetch` would keep a session alive.
        cache: 'no-store',
        signal: options.signal ? AbortSignal.any([limit, options.signal]) : limit,
      })
      // Within the same limit: a body can come as slowly as a head.
      const text = await response.text()
      return new Response([204, 205, 304].includes(response.status) ? null : text, response)
    } catch (error) {
      options.signal?.throwIfAborted()
      if (limit.aborted) throw requestTimedOut()
      throw unreachable(walletOrigin, error)
    }
  }

  return async <Answer>(call: ApiCall, options: CallOptions = {}) => {
    for (let tries = 1; ; tries++) {
      options.signal?.throwIfAborted()
      const isLast = call.method !== 'GET' || tries === TRIES
      const failed = (error: unknown) => {
        if (isLast || !(error instanceof VitrineError)) throw error
        return error
      }
      const response = await attempt(call, options).catch(failed)
      if (!(response instanceof VitrineError)) {
        if (response.ok) return readJson<Answer>(response, walletOrigin)
        if (isLast || !MAY_PASS.includes(response.status)) throw await toError(response)
      }
      const wait = waitOf(response, tries)
      if (wait > LONGEST_WAIT_MS) throw response instanceof VitrineError ? response : await toError(response)
      await pause(wait, options.signal)
    }
  }
}

/** Browsers know that `wallet.localhost` is this machine; a server's resolver may not. */
export function reachable(origin: string): string {
  const url = new URL(origin)
  if (isLoopback(url.hostname) && url.hostname.endsWith('.localhost')) url.hostname = '127.0.0.1'
  return url.origin
}

/** Ms: as long as the server asked for (RFC 9110 §10.2.3), else longer each time, and spread. */
function waitOf(response: Response | VitrineError, tries: number): number {
  const asked = response instanceof VitrineError ? null : retryAfterOf(response)
  return asked === null ? FIRST_WAIT_MS * 2 ** (tries - 1) * (0.5 + Math.random()) : asked * 1000
}

/** Seconds; `null`: not said. */
function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get('retry-after') ?? ''
  if (/^\d{1,9}$/.test(value)) return Number(value)
  const at = Date.parse(value)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

async function readJson<Answer>(response: Response, walletOrigin: string): Promise<Answer> {
  try {
    return (await response.json()) as Answer
  } catch {
    throw clientError(
      'service_unavailable',
      `${walletOrigin} answered with what is no JSON. Is it your wallet origin?`,
    )
  }
}

const WRONG_SECRET =
  'The wallet origin does not know this app id with this app secret: compare `appId` and `appSecret` with what `app create` or `app rotate-secret` printed.'

async function toError(response: Response): Promise<VitrineError> {
  const { status } = response
  const body = (await response.json().catch(() => null)) as {
    readonly error?: unknown
    readonly code?: unknown
    readonly data?: unknown
  } | null
  const code = typeof body?.code === 'string' ? (body.code as ErrorCode) : codeOf(status)
  const told = typeof body?.error === 'string' ? body.error : `The wallet origin answered ${status}.`
  const retryAfter = retryAfterOf(response)
  const data = {
    ...(retryAfter !== null && { retryAfter }),
    ...(typeof body?.data === 'object' && body.data),
  }
  return new VitrineError({
    type: 'api_error',
    code,
    message: status === 401 ? WRONG_SECRET : told,
    status,
    ...(Object.keys(data).length > 0 && { data }),
  })
}

/** Where something before the server answered in its place. */
const codeOf = (status: number): ErrorCode =>
  status === 429 ? 'too_many_requests' : status >= 500 ? 'service_unavailable' : 'invalid_request'

/** Says what the system calls it, e.g. `ECONNREFUSED`, and nothing of the request: that has the secret. */
export function unreachable(walletOrigin: string, error: unknown): VitrineError {
  const cause: unknown = Object(Object(error).cause).code
  const why = typeof cause === 'string' ? ` (${cause})` : ''
  return clientError(
    'service_unavailable',
    `${walletOrigin} cannot be reached${why}. Is it up, and the right origin?`,
  )
}

/** An id as a segment of a path: no other call is made by it. @throws VitrineError `invalid_data` */
export function segment(id: string, name: string): string {
  // `encodeURIComponent` lets `..` be, and an empty one is the list.
  if (typeof id !== 'string' || !/^[\w-]{1,128}$/.test(id))
    throw clientError('invalid_data', `\`${name}\` is missing or no id.`)
  return id
}
