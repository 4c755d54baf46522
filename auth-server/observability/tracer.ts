import { currentRequest } from '../current-request.ts'
import type { AnsweredRequest } from '../log.ts'

export type SpanKind = 'server' | 'client'
/** Names and numbers of ours: no parameter, no path, nothing that a person wrote. */
export type Attributes = Readonly<Record<string, string | number>>

export interface OpenSpan {
  /** By which another process's spans become its children (W3C Trace Context). */
  readonly traceparent: string
  /** @param failed sets the status of the span to error @param name in the place of the one that it began with */
  end(failed: boolean, attributes?: Attributes, name?: string): void
}

export interface Tracer {
  /** @param parent `traceparent` of the span that asked for it; `null`: a trace of its own */
  begin(name: string, kind: SpanKind, parent: string | null, attributes: Attributes): OpenSpan
}

let tracer: Tracer | null = null

/** Who traces: nobody, until a process that was asked for traces says who. */
export function startTracer(by: Tracer): void {
  tracer = by
}

/** The span of a request. @param parent see `Tracer` @returns `null`: nobody traces */
export const beginRequest = (name: string, parent: string | null): OpenSpan | null =>
  tracer?.begin(name, 'server', parent, {}) ?? null

/** By the semantic conventions of HTTP: an answer of 5xx is a failure of the server. */
export function endRequest(
  span: OpenSpan | null,
  { method, route, status, requestId }: Pick<AnsweredRequest, 'method' | 'route' | 'status' | 'requestId'>,
): void {
  span?.end(
    status >= 500,
    {
      'http.request.method': method,
      'http.response.status_code': status,
      'vitrine.request_id': requestId,
      ...(route !== null && { 'http.route': route }),
    },
    route === null ? method : `${method} ${route}`,
  )
}

/**
 * What the request that is being answered does besides. What a process does by itself is no part of a trace, unless it `leaves` the
 * server.
 * @returns `null`: nobody traces it
 */
export function beginSpan(name: string, attributes: Attributes, leaves = false): OpenSpan | null {
  const parent = currentRequest()?.traceparent ?? null
  return parent !== null || leaves ? (tracer?.begin(name, 'client', parent, attributes) ?? null) : null
}

const TRACEPARENT = /^00-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/

/** By W3C Trace Context, version 00. */
export const isTraceparent = (value: unknown): value is string =>
  typeof value === 'string' && TRACEPARENT.test(value)
