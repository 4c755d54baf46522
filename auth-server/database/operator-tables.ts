import { OPERATOR_ROLES } from '@vitrine/shared/api/console/operator.ts'
import { bigint, foreignKey, index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { ofApp } from './schema.ts'

/** Who may use the operator's console; the rest of the schema is in `schema.ts`. What the API's role may do to which is in `roles.ts`. */

/** The API's role reads it only. */
export const operators = pgTable('operators', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** The right to every app, also to those that come later. */
  allAppsRole: text('all_apps_role', { enum: OPERATOR_ROLES }),
  createdAt: createdAt(),
})

const ofOperator = () =>
  text('operator_id')
    .notNull()
    .references(() => operators.id, { onDelete: 'cascade' })

/** The API's role reads it only. */
export const operatorApps = pgTable(
  'operator_apps',
  { operatorId: ofOperator(), appId: ofApp(), role: text('role', { enum: OPERATOR_ROLES }).notNull() },
  table => [primaryKey({ columns: [table.operatorId, table.appId] }), index().on(table.appId)],
)

/** Links by which an operator registers a passkey; one whose passkey is there was used. The API's role reads it only. */
export const operatorEnrolments = pgTable(
  'operator_enrolments',
  { hash: text('hash').primaryKey(), operatorId: ofOperator(), expiresAt: instant('expires_at').notNull() },
  table => [unique().on(table.hash, table.operatorId), index().on(table.operatorId)],
)

/** One for each enrolment, while that is open. The API's role adds them, and changes `counter` and `used_at` alone. */
export const operatorPasskeys = pgTable(
  'operator_passkeys',
  {
    /** Credential id, base64url. */
    id: text('id').primaryKey(),
    operatorId: ofOperator(),
    enrolmentHash: text('enrolment_hash').notNull(),
    /** COSE_Key, base64url. */
    coseKey: text('cose_key').notNull(),
    transports: jsonb('transports').$type<readonly string[]>().notNull().default([]),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
    usedAt: instant('used_at').notNull().defaultNow(),
  },
  table => [
    unique().on(table.enrolmentHash),
    foreignKey({
      columns: [table.enrolmentHash, table.operatorId],
      foreignColumns: [operatorEnrolments.hash, operatorEnrolments.operatorId],
    }).onDelete('cascade'),
    index().on(table.operatorId),
  ],
)

/** What a passkey was asked to answer, until it is taken. */
export const operatorChallenges = pgTable(
  'operator_challenges',
  {
    /** Of the challenge. */
    hash: text('hash').primaryKey(),
    purpose: text('purpose', { enum: ['login', 'enrolment', 'confirm'] }).notNull(),
    /** Whose or what for: see `console/challenge.ts`. */
    subject: text('subject').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)

export const operatorSessions = pgTable(
  'operator_sessions',
  {
    /** Of the cookie's value. */
    hash: text('hash').primaryKey(),
    operatorId: ofOperator(),
    passkeyId: text('passkey_id')
      .notNull()
      .references(() => operatorPasskeys.id, { onDelete: 'cascade' }),
    /** Thumbprint of the key of the browser that logged in, which each call proves (RFC 7638, RFC 9449). */
    thumbprint: text('thumbprint').notNull(),
    /** Of the console, at the login. */
    origin: text('origin').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.operatorId), index().on(table.passkeyId), index().on(table.expiresAt)],
)

/** What an operator confirmed by a passkey and has not done yet. */
export const operatorConfirmations = pgTable(
  'operator_confirmations',
  {
    hash: text('hash').primaryKey(),
    sessionHash: text('session_hash')
      .notNull()
      .references(() => operatorSessions.hash, { onDelete: 'cascade' }),
    /** Operation, app and target: see `console/confirm.ts`. */
    subject: text('subject').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.sessionHash), index().on(table.expiresAt)],
)

/** When each kind of work of `sweep.ts` was last done, by whichever server. */
export const sweeps = pgTable('sweeps', { name: text('name').primaryKey(), at: instant('at').notNull() })
