import { EVENT_TYPES, type EventData } from '@vitrine/shared/api/activity.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { ofApp } from './schema.ts'

/** What is written down of users; the rest of the schema is in `schema.ts`. */

/** What happened to a user, in the transaction that did it: see `audit/record-event.ts`. */
export const auditEvents = pgTable(
  'audit_events',
  {
    /** In the order in which they were written. */
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    appId: ofApp(),
    /** Refers to nobody: that somebody was deleted is known after they are gone. */
    userId: text('user_id').notNull(),
    type: text('type', { enum: EVENT_TYPES }).notNull(),
    at: instant('at').notNull(),
    /** The device that did it; `null` for what the server found out. */
    thumbprint: text('thumbprint'),
    /** That device in words, of `http/made-with.ts`. */
    madeWith: text('made_with'),
    /** Where it was, of `placeOf` (`http/network.ts`). */
    network: text('network'),
    data: jsonb('data').$type<EventData>().notNull().default(sql`'{}'::jsonb`),
    /** Of two events of a user with the same one there is the first. */
    once: text('once'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    unique().on(table.userId, table.once),
    index().on(table.userId, table.id),
    index().on(table.expiresAt),
  ],
)
