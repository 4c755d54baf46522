import type { EventData } from '@vitrine/shared/api/activity.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Doer, eventsOf } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'

type Why = NonNullable<EventData['ended_by']>

/** Ends one session: its access tokens, refresh tokens and login codes stop working at once. */
export async function revokeSession(
  ctx: Context,
  sessionId: string,
  { by, why }: { readonly by: Doer; readonly why: Why },
): Promise<void> {
  await endSessions(ctx.db, ctx.now(), sql`id = ${sessionId}`, by, why)
}

/** Ends every session of a user. */
export async function revokeAllSessions(ctx: Context, userId: string, by: Doer): Promise<void> {
  await endSessions(ctx.db, ctx.now(), sql`user_id = ${userId}`, by, 'all-devices')
}

/**
 * Ends the sessions that a condition is for, and writes down each that was alive.
 * @param now unix ms @returns how many were ended
 */
export async function endSessions(
  db: Database | Transaction,
  now: number,
  which: SQL,
  by: Doer,
  why: Why,
): Promise<number> {
  const ended = sql`
    select app_id, user_id, 'user.session_ended' as type,
      jsonb_build_object('session_id', id, 'ended_by', ${why}::text) as data, null::text as once
    from ended`
  const { rows } = await db.execute(sql`
    with ended as (
      update sessions set revoked_at = ${new Date(now).toISOString()}::timestamptz
      where ${which} and revoked_at is null
      returning id, app_id, user_id
    ), ${eventsOf(now, by, ended)}
    select id from ended`)
  return rows.length
}
