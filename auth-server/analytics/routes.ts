import { analyticsEvent } from '@vitrine/shared/api/analytics.ts'
import type { Context } from '../context.ts'
import { analyticsEvents } from '../database/schema.ts'
import { upTo } from '../http/body.ts'
import { type Route, route } from '../http/route.ts'

/** `/api/v1/analytics_events` (contract §2.1). Needs no session, so it stores nothing that the rate limit does not bound. */
export const analyticsRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /',
    { origin: 'own', limit: { scope: 'analytics', calls: 600 }, body: upTo(16 * 1024, analyticsEvent) },
    async ({ c, app, body }) => {
      await ctx.db.insert(analyticsEvents).values({
        appId: app.id,
        name: body.event_name,
        clientId: body.client_id ?? null,
        payload: body.payload ?? {},
      })
      return c.json(null)
    },
  ),
]
