import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, ofApp, users } from './schema.ts'

/** What sites' backends hold for the recovery of wallets; the rest of the schema is in `schema.ts`. */

/** A site's recovery key for one of its users, sealed by the signer, until a device of theirs has taken it. */
export const recoveryKeys = pgTable(
  'recovery_keys',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    appId: ofApp(),
    sealedKey: text('sealed_key').notNull(),
    /** The seal covers it. */
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)
