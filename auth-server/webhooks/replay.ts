import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Transaction } from '../database/connect.ts'
import { webhookDeliveries } from '../database/webhook-tables.ts'

/** One message by its id, whatever became of it; or all of an endpoint that failed. */
export type Replayed = { readonly messageId: string } | { readonly endpointId: string }

/**
 * Has messages sent again, as what is new.
 * @param appId whose they are; `null`: any app's
 * @returns how many
 */
export async function replay(tx: Transaction, appId: string | null, which: Replayed): Promise<number> {
  const wanted: SQL | undefined =
    'messageId' in which
      ? eq(webhookDeliveries.id, which.messageId)
      : and(eq(webhookDeliveries.endpointId, which.endpointId), isNotNull(webhookDeliveries.failedAt))
  const again = await tx
    .update(webhookDeliveries)
    .set({ attempts: 0, nextAt: sql`now()`, failedAt: null, deliveredAt: null })
    .where(and(wanted, appId === null ? undefined : eq(webhookDeliveries.appId, appId)))
    .returning({ id: webhookDeliveries.id })
  return again.length
}
