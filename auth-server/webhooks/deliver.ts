import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { addDeadLetter, type Job } from '../database/queue.ts'
import { webhookDeliveries } from '../database/webhook-tables.ts'
import { logError } from '../log.ts'
import { record } from '../observability/recorder.ts'
import { beginSpan } from '../observability/tracer.ts'
import { loadWireUser } from '../users/wire-user.ts'
import { findEndpoint, openEndpointSecret } from './endpoints.ts'
import { isTaken, post } from './post.ts'

/** Waits grow threefold from half a minute up to a day: the last try is about three days after the first. */
export const MOST_ATTEMPTS = 11
const FIRST_WAIT_S = 30
const LONGEST_WAIT_S = 86_400

type Delivery = typeof webhookDeliveries.$inferSelect
export type WebhookJob = Job<{ readonly id: string }>

/**
 * Sends the message of a job once, and schedules its next try if the backend did not take it. A process that dies meanwhile leaves
 * the row as it is: its job is run again, late, and the backend knows the message by its id.
 */
export async function deliverWebhook(ctx: Context, job: WebhookJob): Promise<void> {
  const claimed = await claim(ctx, job)
  if (!claimed) return
  // The process of the last try died.
  if (claimed.attempts > MOST_ATTEMPTS) return giveUp(ctx, claimed, job)
  let status: number | null = null
  try {
    status = await send(ctx, claimed)
  } catch (error) {
    logError('delivering a webhook', error)
  }
  if (isTaken(status)) {
    const taken = { deliveredAt: new Date(ctx.now()), nextAt: null, failedAt: null }
    await update(ctx, claimed, { lastStatus: status, ...taken })
    record().webhook('delivered')
  } else if (claimed.attempts >= MOST_ATTEMPTS) {
    await giveUp(ctx, { ...claimed, lastStatus: status }, job)
  } else {
    await update(ctx, claimed, { lastStatus: status, nextAt: nextTry(ctx, claimed) })
    record().webhook('retried')
  }
}

/** Counts the try, unless the message was delivered, replayed or removed since the job was made, or its endpoint is disabled. */
async function claim(ctx: Context, { key, at }: WebhookJob): Promise<Delivery | undefined> {
  const [claimed] = await ctx.db
    .update(webhookDeliveries)
    .set({ attempts: sql`${webhookDeliveries.attempts} + 1` })
    .where(
      sql`${webhookDeliveries.id} = ${key.id} and next_at = ${at}::timestamptz
        and ${webhookDeliveries.expiresAt} > ${new Date(ctx.now())}
        and exists (select from webhook_endpoints where webhook_endpoints.id = endpoint_id and enabled)`,
    )
    .returning()
  return claimed
}

/** Spread by a fifth: messages that failed together do not come back together. */
function nextTry(ctx: Context, { attempts }: Delivery): Date {
  const wait = Math.min(FIRST_WAIT_S * 3 ** (attempts - 1), LONGEST_WAIT_S)
  return new Date(ctx.now() + wait * 1000 * (0.8 + 0.4 * Math.random()))
}

/** Leaves a message alone that was replayed meanwhile. */
const update = (
  { db }: { readonly db: Pick<Context['db'], 'update'> },
  { id, nextAt }: Delivery,
  values: Partial<Delivery>,
) =>
  db
    .update(webhookDeliveries)
    .set(values)
    .where(
      and(eq(webhookDeliveries.id, id), nextAt === null ? undefined : eq(webhookDeliveries.nextAt, nextAt)),
    )
    .returning({ id: webhookDeliveries.id })

async function giveUp(ctx: Context, claimed: Delivery, job: WebhookJob): Promise<void> {
  const failed = { lastStatus: claimed.lastStatus, nextAt: null, failedAt: new Date(ctx.now()) }
  await ctx.db.transaction(async tx => {
    const given = await update({ db: tx }, claimed, failed)
    if (given.length > 0) await addDeadLetter(tx, claimed.appId, job)
  })
  record().webhook('given_up')
}

/** @returns the HTTP status; `null` where there was no answer */
async function send(ctx: Context, delivery: Delivery): Promise<number | null> {
  const endpoint = await findEndpoint(ctx.db, delivery.endpointId)
  if (!endpoint) return null
  const secret = await openEndpointSecret(ctx, endpoint)
  const body = delivery.body ?? (await makeBody(ctx, delivery))
  const span = beginSpan('webhook', { 'webhook.type': delivery.type }, true)
  const status = await post({ url: endpoint.url, secret, id: delivery.id, body, now: ctx.now() })
  span?.end(!isTaken(status), status === null ? {} : { 'http.response.status_code': status })
  return status
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
