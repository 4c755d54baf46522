import { provenBy, wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { HeldItem } from '@vitrine/shared/api/held-back.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'
import type { AccountDetails, accounts } from '../database/schema.ts'
import type { ActiveSession } from '../http/session.ts'

/** A way in or a device of a user that is held. */
export interface Held {
  readonly id: string
  /** Of a device that is held: RFC 7638 thumbprint of its key. */
  readonly thumbprint: string | null
  /** The way in that is held, or that the device came in by. */
  readonly way: {
    readonly id: string
    readonly type: typeof accounts.$inferSelect.type
    readonly subject: string
    readonly details: AccountDetails
    readonly isHeld: boolean
  } | null
  readonly madeWith: string | null
  readonly since: number
  readonly heldUntil: number
}

/**
 * Ways in of the user that are held, and devices that are held and logged in: those that wait for something. Not the device
 * that asks.
 */
export async function findHeld(
  db: Database | Transaction,
  { userId, thumbprint }: Pick<ActiveSession, 'userId' | 'thumbprint'>,
  nowMs: number,
): Promise<readonly Held[]> {
  const now = sql`${new Date(nowMs).toISOString()}::timestamptz`
  const { rows } = await db.execute<{ held: Held }>(sql`
    with own as (
      select id, first_verified_at, held_until, json_build_object('id', id, 'type', type, 'subject', subject,
          'details', details, 'isHeld', coalesce(held_until > ${now}, false)) as way
      from accounts where user_id = ${userId}
    ), held as (
      select 'way:' || id as id, null as thumbprint, way, null as made_with, first_verified_at as since, held_until
      from own where held_until > ${now}
      union all
      select 'device:' || devices.thumbprint, devices.thumbprint, own.way, came.made_with, devices.created_at,
        devices.held_until
      from devices
      join lateral (
        select account_id from sessions
        where user_id = ${userId} and sessions.thumbprint = devices.thumbprint and revoked_at is null and expires_at > ${now}
        order by created_at desc limit 1
      ) as session on true
      left join own on own.id = session.account_id
      left join lateral (
        select made_with from account_changes
        where user_id = ${userId} and kind = 'device' and account_changes.thumbprint = devices.thumbprint
        order by place desc limit 1
      ) as came on true
      where devices.user_id = ${userId} and devices.held_until > ${now} and devices.thumbprint <> ${thumbprint}
        and devices.held_for is distinct from 'resumed'
    )
    select json_build_object('id', id, 'thumbprint', thumbprint, 'way', way, 'madeWith', made_with,
      'since', (extract(epoch from since) * 1000)::bigint,
      'heldUntil', (extract(epoch from held_until) * 1000)::bigint) as held
    from held order by since, id desc`)
  return rows.map(({ held }) => held)
}

/** As the person's own screen tells them. Empty for a device that is held itself. */
export async function heldItems(ctx: Context, session: ActiveSession): Promise<HeldItem[]> {
  if (session.heldUntil !== null && session.heldUntil.getTime() > ctx.now()) return []
  const found = await findHeld(ctx.db, session, ctx.now())
  return found.map(({ id, way, madeWith, since, heldUntil }) => ({
    id,
    way: way && { type: way.type, name: nameOf(way) },
    made_with: madeWith,
    since,
    held_until: heldUntil,
  }))
}

/** The whole address, where the way in has one that its person knows. */
function nameOf({ type, subject, details }: NonNullable<Held['way']>): string | null {
  const isAddress = provenBy('code').some(channel => channel === wayOfAccount({ type })?.method)
  return isAddress ? (details.phoneNumber ?? subject) : null
}
