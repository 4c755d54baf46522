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
 * Ends the sessions that a condition is for, and writes down each that was alive. With a session ends what a host key joins it to:
 * the login that registered the key, each session that was resumed by it, and the key, so that a logout leaves nothing to resume.
 * @param now unix ms
 * @param kept thumbprint of a device whose session lives on, although a host key joins it to one that ends
 * @returns how many of the sessions that the condition is for were ended
 */
export async function endSessions(
  db: Database | Transaction,
  now: number,
  which: SQL,
  by: Doer,
  why: Why,
  kept: string | null = null,
): Promise<number> {
  const ended = sql`
    select app_id, user_id, 'user.session_ended' as type,
      jsonb_build_object('session_id', id, 'ended_by', ${why}::text) as data, null::text as once
    from ended`
  const { rows } = await db.execute(sql`
    with chosen as (
      select id, coalesce(resumed_from, id) as first from sessions where (${which}) and revoked_at is null
    ), joined as (
      update sessions set revoked_at = ${new Date(now).toISOString()}::timestamptz
      where revoked_at is null and (
        id in (select id from chosen)
        or (id in (select first from chosen) or resumed_from in (select first from chosen))
          and thumbprint is distinct from ${kept}::text
      )
      returning id, app_id, user_id
    ), ended as (
      select joined.* from joined join chosen using (id)
    ), apart as (
      update sessions set resumed_from = null
      where thumbprint = ${kept}::text and resumed_from in (select first from chosen) and revoked_at is null
    ), host_key as (
      delete from host_keys where session_id in (select first from chosen)
    ), ${eventsOf(now, by, ended)}
    select id from ended`)
  return rows.length
}
