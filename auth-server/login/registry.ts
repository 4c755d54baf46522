import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'
import { emailRoutes } from './email/routes.ts'

interface LoginMethodRoutes {
  /** Under `/api/v1`. */
  readonly path: string
  readonly routes: (ctx: Context) => Hono
}

/** Every login method of `shared/login/registry.ts`; a forgotten one does not compile. */
export const LOGIN_ROUTES = {
  email: { path: '/passwordless', routes: emailRoutes },
} satisfies Record<LoginMethod, LoginMethodRoutes>
