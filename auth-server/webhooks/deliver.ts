import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { webhookDeliveries } from '../database/webhook-tables.ts'
import { logError } from '../log.ts'
import { record } from '../observability/recorder.ts'
import { beginSpan } from '../observability/tracer.ts'
import { loadWireUser } from '../users/wire-user.ts'
import { findEndpoint, openEndpointSecret } from './endpoints.ts'
import { isTaken, post } from './post.ts'

const EVERY_MS = 2_000
/** Waits grow threefold from half a minute up to a day: the last try is about three days after the first. */
export const MOST_ATTEMPTS = 11
const FIRST_WAIT_S = 30
const LONGEST_WAIT_S = 86_400

type Delivery = typeof webhookDeliveries.$inferSelect

/**
 * Sends what is due, one after another; any number of processes may do so at once. What one has claimed no other sees
 * before its next try is due, which is later than a try can last.
 */
export async function deliverWebhooks(ctx: Context): Promise<void> {
  for (;;) {
    const claimed = await claimNext(ctx)
    if (!claimed) return
    // `claimNext` set what comes after a try that fails.
    let outcome: 'delivered' | 'retried' | 'given_up' = claimed.nextAt === null ? 'given_up' : 'retried'
    try {
      if (await deliver(ctx, claimed)) outcome = 'delivered'
    } catch (error) {
      logError('delivering a webhook', error)
    }
    record().webhook(outcome)
  }
}

/** Delivers what is due until the returned function is called. A backend that hangs holds up other webhooks and no login. */
export function startDeliveringWebhooks(ctx: Context): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    deliverWebhooks(ctx)
      .catch(error => logError('delivering webhooks', error))
      .finally(() => {
        isBusy = false
      })
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Takes the next one that is due, for one try. Its next try is set before it is sent: a crash repeats it, late, and the
 * backend knows it by its id. The last one counts as failed until it was delivered.
 */
async function claimNext(ctx: Context): Promise<Delivery | undefined> {
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const { attempts } = webhookDeliveries
  const isLast = sql`${attempts} + 1 >= ${MOST_ATTEMPTS}`
  // Spread by a fifth: what failed together does not come back together.
  const wait = sql`make_interval(secs => least(${FIRST_WAIT_S} * power(3, ${attempts}), ${LONGEST_WAIT_S})
    * (0.8 + 0.4 * random()))`
  const [claimed] = await ctx.db
    .update(webhookDeliveries)
    .set({
      attempts: sql`${attempts} + 1`,
      nextAt: sql`case when ${isLast} then null else ${now} + ${wait} end`,
      failedAt: sql`case when ${isLast} then ${now} end`,
    })
    .where(
      eq(
        webhookDeliveries.id,
        sql`(select webhook_deliveries.id from webhook_deliveries
          join webhook_endpoints on webhook_endpoints.id = endpoint_id and enabled
          where next_at <= ${now} and expires_at > ${now}
          order by next_at, event_id limit 1 for update of webhook_deliveries skip locked)`,
      ),
    )
    .returning()
  return claimed
}

/** @returns whether the backend took it */
async function deliver(ctx: Context, delivery: Delivery): Promise<boolean> {
  const endpoint = await findEndpoint(ctx.db, delivery.endpointId)
  if (!endpoint) return false
  const secret = await openEndpointSecret(ctx, endpoint)
  const body = delivery.body ?? (await makeBody(ctx, delivery))
  const span = beginSpan('webhook', { 'webhook.type': delivery.type }, true)
  const status = await post({ url: endpoint.url, secret, id: delivery.id, body, now: ctx.now() })
  span?.end(!isTaken(status), status === null ? {} : { 'http.response.status_code': status })
  const taken = { deliveredAt: new Date(ctx.now()), nextAt: null, failedAt: null }
  await ctx.db
    .update(webhookDeliveries)
    .set({ lastStatus: status, ...(isTaken(status) && taken) })
    .where(eq(webhookDeliveries.id, delivery.id))
  return isTaken(status)
}

/**
 * The message, with the user as they are now: it is made once and kept, so that each try is of the same bytes. Of two
 * processes that make it at once the first one's stands.
 */
async function makeBody(
  ctx: Context,
  { id, type, at, appId, userId, eventId, data }: Delivery,
): Promise<string> {
  const user = await loadWireUser(ctx.db, userId)
  const told = { event_id: eventId, app_id: appId, user_id: userId, user, ...data }
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data: told })
  const [kept] = await ctx.db
    .update(webhookDeliveries)
    .set({ body })
    .where(and(eq(webhookDeliveries.id, id), isNull(webhookDeliveries.body)))
    .returning({ body: webhookDeliveries.body })
  if (kept) return body
  const [first] = await ctx.db
    .select({ body: webhookDeliveries.body })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, id))
  return first?.body ?? body
}
