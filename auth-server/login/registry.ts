import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Context } from '../context.ts'
import type { Route } from '../http/route.ts'
import { customJwtRoutes } from './custom-jwt/routes.ts'
import { emailRoutes } from './email/routes.ts'
import { guestRoutes } from './guest/routes.ts'
import { passkeyRoutes } from './passkey/routes.ts'
import { smsRoutes } from './sms/routes.ts'

interface LoginMethodRoutes {
  /** Under `/api/v1`. */
  readonly path: string
  readonly routes: (ctx: Context) => readonly Route[]
}

/**
 * Every login method of `shared/login/registry.ts`; a forgotten one does not compile. The server may serve more than the
 * frame of this release offers.
 */
export const LOGIN_ROUTES = {
  email: { path: '/passwordless', routes: emailRoutes },
  sms: { path: '/passwordless_sms', routes: smsRoutes },
  passkey: { path: '/passkeys', routes: passkeyRoutes },
  guest: { path: '/guest', routes: guestRoutes },
  'custom-jwt': { path: '/custom_jwt_account', routes: customJwtRoutes },
} satisfies Record<LoginMethod, LoginMethodRoutes> & Readonly<Record<string, LoginMethodRoutes>>
