import { Hono } from 'hono'
import { analyticsRoutes } from './analytics/routes.ts'
import { appRoutes } from './app-config/routes.ts'
import { captchaRoutes } from './captcha/routes.ts'
import { captchaWidgetRoutes, onlyCaptchaOnItsHost } from './captcha/widget-routes.ts'
import type { Context } from './context.ts'
import { inboxRoutes } from './dev/inbox.ts'
import { embeddedWalletRoutes } from './embedded-wallets/routes.ts'
import { fileRoutes } from './frame/files.ts'
import { frameRoutes } from './frame/routes.ts'
import { healthRoutes } from './health/routes.ts'
import { errorResponse, notFoundResponse } from './http/error-response.ts'
import { securityHeaders } from './http/security-headers.ts'
import { LOGIN_ROUTES } from './login/registry.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { userRoutes } from './users/routes.ts'
import { walletRoutes } from './wallet/routes.ts'

/** The whole HTTP surface of the wallet origin. Holds no state: everything is in `ctx`. */
export function createApp(ctx: Context): Hono {
  const app = new Hono({ strict: false })
  app.use(securityHeaders(ctx.settings.origin))
  app.onError(errorResponse)
  app.notFound(notFoundResponse)
  app.use(onlyCaptchaOnItsHost(ctx.settings))

  app.route('/api/v1/apps', appRoutes(ctx))
  for (const { path, routes } of Object.values(LOGIN_ROUTES)) app.route(`/api/v1${path}`, routes(ctx))
  app.route('/api/v1/captcha', captchaRoutes(ctx))
  app.route('/api/v1/sessions', sessionRoutes(ctx))
  app.route('/api/v1/users', userRoutes(ctx))
  app.route('/api/v1', walletRoutes(ctx))
  app.route('/api/v1/embedded_wallets', embeddedWalletRoutes(ctx))
  app.route('/api/v1/analytics_events', analyticsRoutes(ctx))

  app.route('/apps', frameRoutes(ctx))
  app.route('/captcha', captchaWidgetRoutes(ctx))
  app.route('/', fileRoutes(ctx))
  app.route('/health', healthRoutes(ctx))
  if (ctx.settings.development) app.route('/dev', inboxRoutes(ctx))
  return app
}
