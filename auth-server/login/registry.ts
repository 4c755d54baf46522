import type { LoginMethod } from '@vitrine/shared/login/registry.ts'
import type { Context } from '../context.ts'
import type { Route } from '../http/route.ts'
import { customJwtRoutes } from './custom-jwt/routes.ts'
import { emailRoutes } from './email/routes.ts'
import { farcasterRoutes } from './farcaster/routes.ts'
import { guestRoutes } from './guest/routes.ts'
import { oauthRoutes } from './oauth/routes.ts'
import { passkeyRoutes } from './passkey/routes.ts'
import { siweRoutes } from './siwe/routes.ts'
import { siwsRoutes } from './siws/routes.ts'
import { smsRoutes } from './sms/routes.ts'
import { telegramRoutes } from './telegram/routes.ts'

/** The routes of each method, below its entry's path; a forgotten one does not compile. */
export const LOGIN_ROUTES = {
  email: emailRoutes,
  sms: smsRoutes,
  oauth: oauthRoutes,
  passkey: passkeyRoutes,
  telegram: telegramRoutes,
  farcaster: farcasterRoutes,
  siwe: siweRoutes,
  siws: siwsRoutes,
  guest: guestRoutes,
  'custom-jwt': customJwtRoutes,
} as const satisfies Record<LoginMethod, (ctx: Context) => readonly Route[]>
