import { type SQL, sql } from 'drizzle-orm'
import { type Doer, eventsOf } from '../audit/record-event.ts'
import type { Transaction } from '../database/connect.ts'

/**
 * Stops a reset of second factors that waits (`mfa/reset/`), and writes that down; nothing where none does.
 * @param now unix ms
 * @returns whether one was stopped
 */
export async function stopFactorReset(
  tx: Transaction,
  now: number,
  userId: string,
  by: Doer,
): Promise<boolean> {
  const stopped: SQL = sql`
    select app_id, user_id, 'user.mfa_reset_stopped' as type, '{}'::jsonb as data, null::text as once from stopped`
  const { rows } = await tx.execute(sql`
    with stopped as (delete from mfa_resets where user_id = ${userId} returning app_id, user_id), ${eventsOf(now, by, stopped)}
    select user_id from stopped`)
  return rows.length === 1
}
