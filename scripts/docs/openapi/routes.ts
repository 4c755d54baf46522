import type { Context } from '../../../auth-server/context.ts'
import type { Route } from '../../../auth-server/http/route.ts'
import { routesOf } from '../../../auth-server/server.ts'

/** A route with its whole path. */
export interface ServedRoute {
  /** As `described` names it: verb and path below `/api/v1`. */
  readonly name: string
  readonly path: string
  readonly route: Route
}

/**
 * What is no part of the API: what the frame server asks the API process by a path that it hands on to nobody, and the inbox of a
 * development server.
 */
const NOT_THE_API = ['/frame', '/dev']

/** Stands for a running server's parts, which routes ask for when they are called and never while they are listed. */
const PARTS: object = new Proxy(() => {}, { get: () => PARTS, apply: () => PARTS })

/** All routes that the server mounts, found by mounting them: none can be missing. */
export function servedRoutes(): ServedRoute[] {
  return routesOf(PARTS as Context)
    .filter(([base]) => !NOT_THE_API.includes(base))
    .flatMap(([base, routes]) =>
      routes.map(route => {
        const path = route.path === '/' ? base : base + route.path
        return { path, name: `${route.verb} ${path.replace(/^\/api\/v1/, '')}`, route }
      }),
    )
}
