import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { BegunReset, SealedFactors } from '../signer/mfa-shapes.ts'
import { accountChanges } from './change-tables.ts'
import { instant } from './columns.ts'
import { ofApp, ofUser } from './schema.ts'

/** Second factors; the rest of the schema is in `schema.ts`. A user without a row never had any. */
export const mfaFactors = pgTable('mfa_factors', {
  userId: ofUser().primaryKey(),
  appId: ofApp(),
  /** Each change makes the next one, so that of two at once one finds another than it read. */
  version: integer('version').notNull(),
  /** As the signer sealed them. */
  factors: jsonb('factors').$type<Omit<SealedFactors, 'version'>>().notNull(),
  /** Of the authenticator app: no code of it, or of a step before, is taken again. */
  totpStep: bigint('totp_step', { mode: 'number' }),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** A secret of an authenticator app that waits for its first code. */
export const mfaEnrolments = pgTable(
  'mfa_enrolments',
  {
    userId: ofUser(),
    thumbprint: text('thumbprint').notNull(),
    appId: ofApp(),
    sealed: text('secret').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.thumbprint] }), index().on(table.expiresAt)],
)

/** Tries of a user's factors, on all devices and servers together; gone when they have rested. */
export const mfaTries = pgTable(
  'mfa_tries',
  {
    userId: ofUser().primaryKey(),
    tries: integer('tries').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** Factors that an operator takes away, of who lost them. Gone when it was stopped, completed or forgotten. */
export const mfaResets = pgTable(
  'mfa_resets',
  {
    userId: ofUser().primaryKey(),
    appId: ofApp(),
    /** By which the person was told. */
    changeId: text('change_id')
      .notNull()
      .references(() => accountChanges.id, { onDelete: 'cascade' }),
    /** The signer's own word for when it began, and for which factors. */
    reset: jsonb('reset').$type<BegunReset>().notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt), index().on(table.changeId)],
)
