import { analyticsEvent } from '@vitrine/shared/api/analytics.ts'
import type { Context } from '../context.ts'
import { analyticsEvents } from '../database/schema.ts'
import { upTo } from '../http/body.ts'
import { limitRate, ONE_DAY_MS, ONE_HOUR_MS } from '../http/rate-limit.ts'
import { type Route, route } from '../http/route.ts'

/**
 * `/api/v1/analytics_events` (contract §2.1). Needs no session, so anybody can write: what it stores is bounded by the size of
 * an event, by the network, by the app, and by the time after which it is swept.
 */
export const analyticsRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /',
    { origin: 'own', limit: { scope: 'analytics', calls: 600 }, body: upTo(16 * 1024, analyticsEvent) },
    async ({ c, app, body }) => {
      const { analyticsHour, analyticsDays } = ctx.settings.budgets
      await limitRate(ctx, [
        { scope: 'analytics-app', subject: app.id, limit: analyticsHour, windowMs: ONE_HOUR_MS },
      ])
      await ctx.db.insert(analyticsEvents).values({
        appId: app.id,
        name: body.event_name,
        clientId: body.client_id ?? null,
        payload: body.payload ?? {},
        expiresAt: new Date(ctx.now() + analyticsDays * ONE_DAY_MS),
      })
      return c.json(null)
    },
  ),
]
