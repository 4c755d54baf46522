import type { FrameHandlers, FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { later } from '../core/lazy.ts'
import type { HandlerContext } from './context.ts'
import { type Kind, REQUESTS } from './registry.ts'

type SessionKind = (typeof REQUESTS)[Exclude<Kind, 'login'>]

/** The methods of the bridge that ask for a request, by what the kinds say. */
export type RequestMethod = NonNullable<SessionKind['page']>['method']

export type RequestHandlers = {
  readonly [M in RequestMethod]: (...given: Parameters<FrameHandlers[M]>) => Promise<FrameResult<M>>
}

/** What a page asks of somebody who is logged in. The code of a handler comes with the first call that needs it. */
export function createRequestHandlers(context: HandlerContext): RequestHandlers {
  const handlers = Object.values(REQUESTS).flatMap((kind): [RequestMethod, unknown][] => {
    if (!('page' in kind) || kind.page === null) return []
    const { method, handler } = kind.page
    // Each handler names the part of the context that it takes.
    return [[method, later(async () => (await handler())(context as never) as (argument: never) => unknown)]]
  })
  return Object.fromEntries(handlers) as RequestHandlers
}
