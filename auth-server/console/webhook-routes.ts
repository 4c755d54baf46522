import {
  type Delivery,
  type DeliveryStatus,
  deliveriesQuery,
  type deliveriesResponse,
  type replayResponse,
  type webhooksResponse,
} from '@vitrine/shared/api/console/webhooks.ts'
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod/mini'
import { recordOperation } from '../audit/record-operation.ts'
import type { Context } from '../context.ts'
import { webhookDeliveries, webhookEndpoints } from '../database/webhook-tables.ts'
import { apiError } from '../errors/api-error.ts'
import { readQuery } from '../http/body.ts'
import { type CalledBy, type Route, route } from '../http/route.ts'
import { type Replayed, replay } from '../webhooks/replay.ts'
import { CONSOLE_LIMIT } from './limit.ts'

const VIEW = {
  origin: 'console',
  limit: CONSOLE_LIMIT,
  app: 'operator',
  operator: { role: 'viewer' },
} as const
const CHANGE = { ...VIEW, operator: { role: 'manager' }, body: z.object({}) } as const

const { deliveredAt, failedAt } = webhookDeliveries

/** Where an app's backend is told of its users, what became of each message, and sending it again. */
export function webhookRoutes(ctx: Context): readonly Route[] {
  const sendAgain = async (appId: string, by: CalledBy, which: Replayed): Promise<number> =>
    ctx.db.transaction(async tx => {
      const count = (await replay(tx, appId, which))?.count ?? 0
      const target = 'messageId' in which ? which.messageId : which.endpointId
      const data = { target, count }
      if (count > 0) await recordOperation(tx, ctx.now(), { type: 'webhook.replayed', ...by, appId, data })
      return count
    })

  return [
    route('GET /apps/:app_id/webhooks', VIEW, async ({ c, app }) =>
      c.json<z.infer<typeof webhooksResponse>>({ webhooks: await readWebhooks(ctx, app.id) }),
    ),
    route('GET /apps/:app_id/deliveries', VIEW, async ({ c, app }) =>
      c.json<z.infer<typeof deliveriesResponse>>(
        await readDeliveries(ctx, app.id, readQuery(c, deliveriesQuery)),
      ),
    ),
    route('POST /apps/:app_id/deliveries/:id/replay', CHANGE, async ({ c, app, by }) => {
      const replayed = await sendAgain(app.id, by, { messageId: c.req.param('id') })
      if (replayed === 0)
        throw apiError('not_found', 'There is no such message any more. They are kept for 30 days.')
      return c.json<z.infer<typeof replayResponse>>({ replayed })
    }),
    route('POST /apps/:app_id/webhooks/:id/replay', CHANGE, async ({ c, app, by }) => {
      const replayed = await sendAgain(app.id, by, { endpointId: c.req.param('id') })
      return c.json<z.infer<typeof replayResponse>>({ replayed })
    }),
  ]
}

async function readWebhooks(
  { db }: Context,
  appId: string,
): Promise<z.infer<typeof webhooksResponse>['webhooks']> {
  const rows = await db
    .select({
      endpoint: webhookEndpoints,
      waiting: sql<number>`count(${webhookDeliveries.nextAt})::int`,
      failed: sql<number>`count(${failedAt})::int`,
    })
    .from(webhookEndpoints)
    .leftJoin(webhookDeliveries, eq(webhookDeliveries.endpointId, webhookEndpoints.id))
    .where(eq(webhookEndpoints.appId, appId))
    .groupBy(webhookEndpoints.id)
    .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id))
  return rows.map(({ endpoint: { id, url, events, enabled, createdAt }, waiting, failed }) => ({
    ...{ id, url, events: [...events], enabled, waiting, failed },
    created_at: createdAt.getTime(),
  }))
}

const IN_STATUS: Readonly<Record<DeliveryStatus, SQL | undefined>> = {
  waiting: and(isNull(deliveredAt), isNull(failedAt)),
  delivered: isNotNull(deliveredAt),
  failed: isNotNull(failedAt),
}
const PAGE = 50

/** Newest first. A cursor is the last message's event and id. */
async function readDeliveries(
  { db }: Context,
  appId: string,
  { status, webhook_id: webhookId, cursor, limit }: z.infer<typeof deliveriesQuery>,
): Promise<z.infer<typeof deliveriesResponse>> {
  const { eventId, id } = webhookDeliveries
  const size = Number(limit ?? PAGE)
  const [, event, message] = /^(\d{1,15})_(msg_\w{1,64})$/.exec(cursor ?? '') ?? []
  if (cursor !== undefined && event === undefined)
    throw apiError('invalid_data', 'The cursor is not one of an earlier answer. Begin again without it.')
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.appId, appId),
        status && IN_STATUS[status],
        webhookId === undefined ? undefined : eq(webhookDeliveries.endpointId, webhookId),
        event === undefined ? undefined : sql`(${eventId}, ${id}) < (${Number(event)}::bigint, ${message})`,
      ),
    )
    .orderBy(desc(eventId), desc(id))
    .limit(size + 1)
  const page = rows.slice(0, size)
  const last = page.at(-1)
  return {
    deliveries: page.map(toDelivery),
    next_cursor: rows.length > size && last ? `${last.eventId}_${last.id}` : null,
  }
}

const toDelivery = (row: typeof webhookDeliveries.$inferSelect): Delivery => ({
  id: row.id,
  webhook_id: row.endpointId,
  type: row.type,
  user_id: row.userId,
  status: row.failedAt ? 'failed' : row.deliveredAt ? 'delivered' : 'waiting',
  attempts: row.attempts,
  last_status: row.lastStatus,
  at: row.at.getTime(),
  next_at: row.nextAt?.getTime() ?? null,
  delivered_at: row.deliveredAt?.getTime() ?? null,
  failed_at: row.failedAt?.getTime() ?? null,
})
