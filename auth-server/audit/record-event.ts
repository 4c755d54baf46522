import type { EventData, EventType } from '@vitrine/shared/api/activity.ts'
import type { Actor } from '@vitrine/shared/api/operation.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import type { Caller } from '../http/caller.ts'
import { ONE_DAY_MS } from '../http/rate-limit.ts'

/** How long an event is kept (docs/operating.md). */
export const EVENT_LIFETIME_MS = 180 * ONE_DAY_MS
/** How long a message to a backend can be sent again. */
const DELIVERY_LIFETIME_MS = 30 * ONE_DAY_MS

/** Who did it, from where; both `null` for what the server found out by itself. */
export interface Doer {
  /** RFC 7638 thumbprint of the device key. */
  readonly thumbprint: string | null
  readonly caller: Pick<Caller, 'madeWith' | 'from'> | null
  /** Left out: the person, or the server by itself. */
  readonly actor?: Actor
}

export const THE_SERVER: Doer = { thumbprint: null, caller: null }
/** Whoever has a shell on the server. */
export const BY_COMMAND: Doer = { ...THE_SERVER, actor: 'command' }

/**
 * Of a statement: `event as (…), webhook as (…)`, which write an event for each of the rows, and a message for each of the
 * app's webhooks that want to hear of it. It is part of the statement that does what
 * it tells of: no crash leaves the one without the other.
 * @param rows a query of `app_id, user_id, type, data jsonb, once text`, in the order in which things happened; of two of
 * a user with the same `once` there is the first
 * @param now unix ms
 */
export function eventsOf(now: number, { thumbprint, caller, actor }: Doer, rows: SQL): SQL {
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`
  return sql`
    event as (
      insert into audit_events (app_id, user_id, type, at, actor, thumbprint, made_with, network, data, once, expires_at)
      select app_id, user_id, type, ${at(now)}, ${actor ?? null}::text, ${thumbprint}::text, ${caller?.madeWith ?? null}::text,
        ${caller?.from.network ?? null}::text, data, once, ${at(now + EVENT_LIFETIME_MS)}
      from (${rows}) as happened
      on conflict (user_id, once) do nothing
      returning id, app_id, user_id, type, at, data
    ), webhook as (
      insert into webhook_deliveries
        (id, endpoint_id, app_id, user_id, event_id, type, at, data, next_at, expires_at)
      select 'msg_' || replace(gen_random_uuid()::text, '-', ''), webhook_endpoints.id, event.app_id, event.user_id,
        event.id, event.type, event.at, event.data, event.at, ${at(now + DELIVERY_LIFETIME_MS)}
      from event join webhook_endpoints
        on webhook_endpoints.app_id = event.app_id and enabled and events @> to_jsonb(event.type)
      order by event.id
    )`
}

export interface NewEvent {
  readonly type: EventType
  readonly data?: EventData
  /** A second event of the user with the same one is not written. */
  readonly once?: string
}

/**
 * Writes an event down, in the transaction of what it tells of.
 * @param of whose it is
 * @returns whether it is the first with its `once`
 */
export async function recordEvent(
  db: Database | Transaction,
  now: number,
  of: { readonly appId: string; readonly userId: string },
  doer: Doer,
  { type, data = {}, once }: NewEvent,
): Promise<boolean> {
  const row = sql`
    select ${of.appId}::text as app_id, ${of.userId}::text as user_id, ${type}::text as type,
      ${JSON.stringify(data)}::jsonb as data, ${once ?? null}::text as once`
  const { rows } = await db.execute(sql`with ${eventsOf(now, doer, row)} select id from event`)
  return rows.length === 1
}
