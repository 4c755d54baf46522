import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CurrentRequest, isRequestId, runRequest } from '../current-request.ts'
import { REQUEST_ID_HEADER } from '../http/current-route.ts'
import { logRequest } from '../log.ts'
import type { Settings } from '../settings.ts'

/**
 * Answers a request, gives it an id that its answer and all lines of the log carry, and writes its own line when it is over.
 * The id is the proxy's where the operator trusts one: anybody else would choose what stands in the log.
 */
export function answerLogged(
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  answer: () => unknown,
): void {
  const told = incoming.headers[REQUEST_ID_HEADER]
  const id = trustedProxies > 0 && isRequestId(told) ? told : randomUUID()
  const request: CurrentRequest = { id, route: null, appId: null }
  const start = performance.now()
  outgoing.setHeader(REQUEST_ID_HEADER, id)
  outgoing.once('close', () => {
    const { method = 'GET' } = incoming
    logRequest({
      method,
      route: request.route,
      status: outgoing.statusCode,
      durationMs: performance.now() - start,
      requestId: id,
      appId: request.appId,
      isAborted: !outgoing.writableFinished,
    })
  })
  runRequest(request, answer)
}
