import { analyticsEvent } from '@vitrine/shared/api/analytics.ts'
import { Hono } from 'hono'
import type { Context } from '../context.ts'
import { analyticsEvents } from '../database/schema.ts'
import { requireApp } from '../http/app-id.ts'
import { readBody } from '../http/body.ts'
import { clientNetwork } from '../http/network.ts'
import { requireOwnOrigin } from '../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../http/rate-limit.ts'

const LIMIT = 600

/** `/api/v1/analytics_events` (contract §2.1). Needs no session, so it stores nothing that the rate limit does not bound. */
export function analyticsRoutes(ctx: Context): Hono {
  const routes = new Hono()

  routes.post('/', async c => {
    requireOwnOrigin(ctx.settings, c)
    await limitRate(ctx, [
      { scope: 'analytics', subject: clientNetwork(ctx.settings, c), limit: LIMIT, windowMs: TEN_MINUTES_MS },
    ])
    const app = await requireApp(ctx, c)
    const event = await readBody(c, analyticsEvent, 16 * 1024)
    await ctx.db.insert(analyticsEvents).values({
      appId: app.id,
      name: event.event_name,
      clientId: event.client_id ?? null,
      payload: event.payload ?? {},
    })
    return c.json(null)
  })

  return routes
}
