import type { Context } from '../context.ts'
import type { Route } from '../http/route.ts'
import { appRoutes } from './app-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { confirmRoutes } from './confirm-routes.ts'
import { consoleHealthRoutes } from './health-route.ts'
import { loginRoutes } from './login-routes.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** What the operator's console alone asks (`shared/api/console`), on its own port. None where there is no console. */
export const consoleRoutes = (ctx: Context): readonly Route[] =>
  ctx.settings.consoleOrigin === null
    ? []
    : [
        ...loginRoutes(ctx),
        ...confirmRoutes(ctx),
        ...appRoutes(ctx),
        ...webhookRoutes(ctx),
        ...auditRoutes(ctx),
        ...consoleHealthRoutes(ctx),
      ]
