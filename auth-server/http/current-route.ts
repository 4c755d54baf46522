import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { type CurrentRequest, currentRequest, isRequestId, runRequest } from '../current-request.ts'
import { beginRequest, endRequest, isTraceparent } from '../observability/tracer.ts'
import type { ConnectionBindings } from './network.ts'

/** How the API process tells the frame server whose log line it is: the pattern of the route, and the app. */
export const ROUTE_HEADER = 'vitrine-route'
export const APP_HEADER = 'vitrine-app'
/** By which the frame server tells the API process whose request it is, and clients theirs. */
export const REQUEST_ID_HEADER = 'x-request-id'

/** W3C Trace Context, between the two processes. */
export const TRACEPARENT_HEADER = 'traceparent'

/** What the API process is told of a request besides it. */
export const toldOf = ({ id, traceparent }: CurrentRequest): Record<string, string> => ({
  [REQUEST_ID_HEADER]: id,
  ...(traceparent !== null && { [TRACEPARENT_HEADER]: traceparent }),
})

/** Of no route is what only the handlers for all paths saw. */
const patternOf = (path: string): string | null => (path === '/*' ? null : path)

/** First of all handlers: notes which route it is that answers. */
export const noteRoute: MiddlewareHandler = async (c, next) => {
  const request = currentRequest()
  if (request) request.route = patternOf(routePath(c, -1))
  await next()
}

/** In the API process: the request is the one that the frame server is answering, to whom its route and app are told. */
export const continueRequest: MiddlewareHandler = async (c, next) => {
  const { isFromFrameServer } = (c.env ?? {}) as Partial<ConnectionBindings>
  const told = c.req.header(REQUEST_ID_HEADER)
  if (isFromFrameServer !== true || !isRequestId(told)) return next()
  const route = patternOf(routePath(c, -1))
  const parent = c.req.header(TRACEPARENT_HEADER)
  const span = beginRequest(c.req.method, isTraceparent(parent) ? parent : null)
  const request: CurrentRequest = { id: told, traceparent: span?.traceparent ?? null, route, appId: null }
  await runRequest(request, next)
  endRequest(span, { method: c.req.method, route: request.route, status: c.res.status, requestId: told })
  if (request.route !== null) c.header(ROUTE_HEADER, request.route)
  if (request.appId !== null) c.header(APP_HEADER, request.appId)
}
