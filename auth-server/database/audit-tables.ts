import type { EventData, EventType } from '@vitrine/shared/api/activity.ts'
import type { Actor, OperationData, OperationType } from '@vitrine/shared/api/operation.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What is written down of users, operators and backends; the rest of the schema is in `schema.ts`. */

/** What happened, in the transaction that did it: to a user by `audit/record-event.ts`, by operators by `audit/record-operation.ts`. */
export const auditEvents = pgTable(
  'audit_events',
  {
    /** In the order in which they were written. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Refers to nothing, as does the user: that one was deleted is known after it is gone. `null`: of no app. */
    appId: text('app_id'),
    userId: text('user_id'),
    type: text('type').$type<EventType | OperationType>().notNull(),
    /** `null`: the person, or the server by itself. */
    actor: text('actor').$type<Actor>(),
    at: instant('at').notNull(),
    /** The device that did it; `null` for what the server found out. */
    thumbprint: text('thumbprint'),
    /** That device in words, of `http/made-with.ts`. */
    madeWith: text('made_with'),
    /** Where it was, of `placeOf` (`http/network.ts`). */
    network: text('network'),
    data: jsonb('data').$type<EventData & OperationData>().notNull().default(sql`'{}'::jsonb`),
    /** Of two events of a user with the same one there is the first. */
    once: text('once'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    unique().on(table.userId, table.once),
    index().on(table.userId, table.id),
    index().on(table.appId, table.id),
    index().on(table.expiresAt),
  ],
)
