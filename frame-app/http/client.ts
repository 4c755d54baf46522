import {
  ANALYTICS_ID_HEADER,
  APP_ID_HEADER,
  CLIENT_HEADER,
  DPOP_NONCE_HEADER,
} from '@vitrine/shared/api/headers.ts'
import { SDK_VERSION } from '@vitrine/shared/bridge/protocol.ts'
import { requestTimedOut } from '@vitrine/shared/errors/vitrine-error.ts'
import type * as z from 'zod/mini'
import { apiError, networkError, retryAfterSeconds, unreadableAnswer } from './http-error.ts'

/** Contract §9. One limit for the whole call, its retry and the reading of its body included. */
const REQUEST_TIMEOUT_MS = 20_000
/** Specification §7; GET only. */
const RETRY_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504]
/** Spread by ± half: clients that failed together do not come back together. */
const RETRY_DELAY_MS = 300

export interface HttpRequest<T> {
  readonly method: 'GET' | 'POST' | 'PATCH'
  /** Below `/api/v1`, e.g. `/users/me`. */
  readonly path: string
  readonly body?: object
  readonly answer: z.ZodMiniType<T>
  /** Asked anew for each attempt: a DPoP proof is good for one request only (RFC 9449 §11.1). */
  readonly headers?: (url: string) => Promise<Readonly<Record<string, string>>>
  readonly signal?: AbortSignal
}

export interface HttpClient {
  /**
   * @throws VitrineError `api_error` with the server's code; `client_request_timeout`; `service_unavailable`
   * @throws the reason of `signal` when it aborts
   */
  request<T>(request: HttpRequest<T>): Promise<T>
  /** The server's latest, for the next proof of the device's key (RFC 9449 §8). */
  dpopNonce(): string | undefined
  /** Absolute URL of a path, as signed payloads and proofs name it. */
  url(path: string): string
}

export interface HttpClientOptions {
  readonly appId: string
  /** The wallet origin. */
  readonly origin: string
  /** `vitrine-ca-id`. */
  readonly analyticsId: string
  /** The one that came with the document. */
  readonly dpopNonce?: string | undefined
  isOnline(): boolean
  /** BCP 47 tag of the site's choice, for mails and text messages; `null`: the browser's own languages count. */
  language(): string | null
  readonly fetch: typeof fetch
}

/**
 * JSON over HTTP to the own origin's `/api/v1`, with the headers and retries of contract §1. Our own, since ofetch would
 * be 4.5 kB (gzip) of the kernel's 30 and of the login screen's 110, for two attempts of which each needs a new proof.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const url = (path: string) => `${options.origin}/api/v1${path}`
  let { dpopNonce } = options

  const attempt = async <T>(
    { method, path, body, headers }: HttpRequest<T>,
    signal: AbortSignal,
  ): Promise<Response> => {
    const extra = await headers?.(url(path))
    signal.throwIfAborted()
    const language = options.language()
    try {
      const response = await options.fetch(url(path), {
        method,
        signal,
        // The wallet origin has no cookies of ours; none shall ride along.
        credentials: 'omit',
        redirect: 'error',
        ...(body && { body: JSON.stringify(body) }),
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...(language !== null && { 'accept-language': language }),
          [APP_ID_HEADER]: options.appId,
          [CLIENT_HEADER]: `vitrine-frame:${SDK_VERSION}`,
          [ANALYTICS_ID_HEADER]: options.analyticsId,
          ...extra,
        },
      })
      dpopNonce = response.headers.get(DPOP_NONCE_HEADER) ?? dpopNonce
      return response
    } catch (cause) {
      throw networkError(options.isOnline(), cause)
    }
  }

  const exchange = async <T>(request: HttpRequest<T>, signal: AbortSignal): Promise<T> => {
    let response = await attempt(request, signal)
    const wait = 1_000 * (retryAfterSeconds(response.headers.get('retry-after')) ?? 0)
    // Beyond the limit of the call it would only make the person wait for nothing: the error tells how long.
    const isWorthIt = wait < REQUEST_TIMEOUT_MS / 2
    if (request.method === 'GET' && RETRY_STATUSES.includes(response.status) && isWorthIt) {
      await pause(wait + RETRY_DELAY_MS * (0.5 + Math.random()), signal)
      response = await attempt(request, signal)
    }
    let body = await read(response)
    // Given before any work, with the nonce to prove it with.
    if (Object(body).code === 'use_dpop_nonce') {
      response = await attempt(request, signal)
      body = await read(response)
    }
    if (!response.ok) throw apiError(response.status, body, response.headers.get('retry-after'))
    const answer = request.answer.safeParse(body)
    if (!answer.success) throw unreadableAnswer(answer.error)
    return answer.data
  }

  return {
    url,
    dpopNonce: () => dpopNonce,
    async request(request) {
      const { signal } = request
      signal?.throwIfAborted()
      const controller = new AbortController()
      const timeout = requestTimedOut()
      const timer = setTimeout(() => controller.abort(timeout), REQUEST_TIMEOUT_MS)
      const onAbort = () => controller.abort(signal?.reason)
      signal?.addEventListener('abort', onAbort)
      try {
        return await exchange(request, controller.signal)
      } catch (error) {
        throw controller.signal.aborted ? controller.signal.reason : error
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', onAbort)
      }
    },
  }
}

/** A proxy's HTML is no answer of ours; the status then says what happened. */
const read = (response: Response): Promise<unknown> => response.json().catch(() => undefined)

/** Waits; ends early, by rejection, when `signal` aborts. */
const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
