import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../database/connect.ts'
import { webhookDeliveries } from '../database/webhook-tables.ts'

/** One message by its id, whatever became of it; or all of an endpoint that failed. */
export type Replayed = { readonly messageId: string } | { readonly endpointId: string }

/**
 * Has messages sent again, as what is new.
 * @param of the app whose they are; `null`: any
 * @returns how many, and of which app; `null`: there were none
 */
export async function replay(
  tx: Transaction,
  of: string | null,
  which: Replayed,
): Promise<{ readonly appId: string; readonly count: number } | null> {
  const wanted: SQL | undefined =
    'messageId' in which
      ? eq(webhookDeliveries.id, which.messageId)
      : and(eq(webhookDeliveries.endpointId, which.endpointId), isNotNull(webhookDeliveries.failedAt))
  const again = await tx
    .update(webhookDeliveries)
    .set({ attempts: 0, nextAt: sql`now()`, failedAt: null, deliveredAt: null })
    .where(and(wanted, of === null ? undefined : eq(webhookDeliveries.appId, of)))
    .returning({ appId: webhookDeliveries.appId })
  const [first] = again
  return first ? { appId: first.appId, count: again.length } : null
}
