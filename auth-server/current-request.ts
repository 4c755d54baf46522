import { AsyncLocalStorage } from 'node:async_hooks'

/** The request that is being answered, as logs and metrics tell of it. */
export interface CurrentRequest {
  /** Of `X-Request-Id`. */
  readonly id: string
  /** The pattern of the route that answers, such as `/api/v1/apps/:app_id`, never the path; `null`: there is none. */
  route: string | null
  /** Of an app that there is. */
  appId: string | null
}

const storage = new AsyncLocalStorage<CurrentRequest>()

/** @returns `undefined` outside of a request: at start, or in what a process does by itself */
export const currentRequest = (): CurrentRequest | undefined => storage.getStore()

/** Does what answers a request. */
export const runRequest = <T>(request: CurrentRequest, work: () => T): T => storage.run(request, work)

/** The request names an app that there is. */
export function noteApp(id: string): void {
  const request = currentRequest()
  if (request) request.appId = id
}

/** What a proxy may choose: it stands in logs and headers, and is nobody's text. */
const WELL_FORMED = /^[\w.-]{8,64}$/

export const isRequestId = (value: unknown): value is string =>
  typeof value === 'string' && WELL_FORMED.test(value)
