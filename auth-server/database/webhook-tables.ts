import type { EventData } from '@vitrine/shared/api/activity.ts'
import { WEBHOOK_TYPES, type WebhookType } from '@vitrine/shared/api/webhook-event.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { keyIdOf } from './key-tables.ts'
import { ofApp, ofUser } from './schema.ts'

/** What is told to sites' backends, and what is still to be found out; the rest of the schema is in `schema.ts`. */

/** Where an app's backend is told what happened to its users. The operator's commands alone write it, see `roles.ts`. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    url: text('url').notNull(),
    /** Opens in the signer alone, for this app and endpoint. */
    sealedSecret: text('sealed_secret').notNull(),
    keyId: keyIdOf('sealed_secret'),
    events: jsonb('events').$type<readonly WebhookType[]>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    createdAt: createdAt(),
  },
  table => [index().on(table.appId)],
)

/** A message to an endpoint, written in the statement of the event that it tells of: see `audit/record-event.ts`. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    /** `webhook-id`: the same for each try, by which the backend knows what it has had. */
    id: text('id').primaryKey(),
    endpointId: text('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    appId: ofApp(),
    userId: text('user_id').notNull(),
    eventId: bigint('event_id', { mode: 'number' }).notNull(),
    type: text('type', { enum: WEBHOOK_TYPES }).notNull(),
    at: instant('at').notNull(),
    data: jsonb('data').$type<EventData>().notNull(),
    /** What is sent, made at the first try: each try is of the same bytes. */
    body: text('body'),
    attempts: integer('attempts').notNull().default(0),
    /** When it is tried next; `null` once it was delivered or given up. */
    nextAt: instant('next_at'),
    /** HTTP status of the last answer; `null` where there was none. */
    lastStatus: integer('last_status'),
    deliveredAt: instant('delivered_at'),
    failedAt: instant('failed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    index().on(table.endpointId),
    index().on(table.userId),
    index().on(table.nextAt),
    index().on(table.expiresAt),
  ],
)

/** Transactions that were sent, until it is known what became of them. */
export const followedTransactions = pgTable(
  'followed_transactions',
  {
    id: text('id').notNull().default(sql`gen_random_uuid()::text`),
    appId: ofApp(),
    userId: ofUser(),
    /** CAIP-2 for Ethereum, the Wallet Standard's name for Solana. */
    chain: text('chain').notNull(),
    hash: text('hash').notNull(),
    /** The user's wallet that is said to have sent it. */
    address: text('address').notNull(),
    tries: integer('tries').notNull().default(0),
    nextAt: instant('next_at').notNull(),
    giveUpAt: instant('give_up_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.chain, table.hash] }),
    unique().on(table.id),
    index().on(table.nextAt),
    index().on(table.expiresAt),
  ],
)
