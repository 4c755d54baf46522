import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Route } from '../http/route.ts'
import { type Outcome, record } from '../observability/recorder.ts'

/** The calls that log somebody in. */
const LOGIN_PATHS = ['/authenticate', '/register']

/** The same routes; how the logins among them end is counted. */
export const counted = (method: LoginMethod, routes: readonly Route[]): readonly Route[] =>
  routes.map(route => (LOGIN_PATHS.includes(route.path) ? countedLogin(method, route) : route))

const countedLogin = (method: LoginMethod, route: Route): Route => ({
  ...route,
  async handle(ctx, c) {
    try {
      const answer = await route.handle(ctx, c)
      record().login(method, 'ok')
      return answer
    } catch (error) {
      record().login(method, outcomeOf(error))
      throw error
    }
  },
})

const outcomeOf = (error: unknown): Outcome =>
  error instanceof VitrineError && (error.status ?? 500) < 500 ? 'refused' : 'failed'
