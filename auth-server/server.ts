import { LOGIN_ENTRIES } from '@vitrine/shared/login/registry.ts'
import { Hono } from 'hono'
import { heldRoutes, undoRoutes } from './account-changes/routes.ts'
import { activityRoutes } from './activity/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { frameConfigRoutes } from './app-config/frame-config-routes.ts'
import { appConfigRoutes } from './app-config/routes.ts'
import { approvalFlowRoutes } from './approval-flow/routes.ts'
import { captchaRoutes } from './captcha/routes.ts'
import { consoleRoutes } from './console/routes.ts'
import type { Context } from './context.ts'
import { delegationRoutes } from './delegation/routes.ts'
import { inboxRoutes } from './dev/inbox.ts'
import { embeddedWalletRoutes } from './embedded-wallets/routes.ts'
import { fundingRoutes } from './funding/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { continueRequest } from './http/current-route.ts'
import { offerDpopNonce } from './http/dpop.ts'
import { errorResponse, notFoundResponse } from './http/error-response.ts'
import { mount, type Route } from './http/route.ts'
import { securityHeaders } from './http/security-headers.ts'
import { LOGIN_ROUTES } from './login/registry.ts'
import { ownPasskeyRoutes } from './mfa/own-passkey-routes.ts'
import { mfaRoutes } from './mfa/routes.ts'
import { oauthFlowRoutes } from './oauth-flow/routes.ts'
import { ownDataRoutes } from './own-data/routes.ts'
import { recoveryKeyRoutes, recoveryRoutes } from './recovery/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { stepUpRoutes } from './step-up/routes.ts'
import { userRoutes } from './users/routes.ts'
import { usersApiRoutes } from './users-api/routes.ts'
import { walletRoutes } from './wallet/routes.ts'

/** Every route, with the path that it is below. */
export const routesOf = (ctx: Context): readonly (readonly [base: string, routes: readonly Route[]])[] => [
  ['/api/v1/apps', appConfigRoutes(ctx)],
  ...LOGIN_ENTRIES.map(({ method, path }) => [`/api/v1${path}`, LOGIN_ROUTES[method](ctx)] as const),
  ['/api/v1/approval_flows', approvalFlowRoutes(ctx)],
  ['/api/v1/oauth_flows', oauthFlowRoutes(ctx)],
  ['/api/v1/captcha', captchaRoutes(ctx)],
  ['/api/v1/sessions', sessionRoutes(ctx)],
  ['/api/v1/users', userRoutes(ctx)],
  ['/api/v1/users/me/activity', activityRoutes(ctx)],
  ['/api/v1/users/me', ownDataRoutes(ctx)],
  ['/api/v1/account', undoRoutes(ctx)],
  ['/api/v1/account/held', heldRoutes(ctx)],
  ['/api/v1/step_up', stepUpRoutes(ctx)],
  ['/api/v1', walletRoutes(ctx)],
  ['/api/v1', delegationRoutes(ctx)],
  ['/api/v1', fundingRoutes(ctx)],
  ['/api/v1/embedded_wallets', embeddedWalletRoutes(ctx)],
  ['/api/v1/recovery', recoveryRoutes(ctx)],
  ['/api/v1/mfa', mfaRoutes(ctx)],
  ['/api/v1/passkeys', ownPasskeyRoutes(ctx)],
  ['/api/v1/users', recoveryKeyRoutes(ctx)],
  // After all of `/users/me`: of two paths for one call the first answers.
  ['/api/v1', usersApiRoutes(ctx)],
  ['/api/v1/analytics_events', analyticsRoutes(ctx)],
  ['/api/v1/console', consoleRoutes(ctx)],
  ['/frame', frameConfigRoutes(ctx)],
  ['/health', healthRoutes(ctx)],
  ...(ctx.settings.development ? [['/dev', inboxRoutes(ctx)] as const] : []),
]

/** What the API process answers, behind the frame server (`frame/server.ts`). Holds no state: everything is in `ctx`. */
export function createApp(ctx: Context): Hono {
  const app = new Hono({ strict: false })
  app.use(continueRequest)
  app.use(securityHeaders(ctx.settings.origin))
  app.onError(errorResponse)
  app.notFound(notFoundResponse)
  app.use(offerDpopNonce(ctx))
  for (const [base, routes] of routesOf(ctx)) mount(app, ctx, base, routes)
  return app
}
