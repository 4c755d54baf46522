import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { keyIdOf } from './key-tables.ts'
import { ofApp, users } from './schema.ts'

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
    keyId: keyIdOf('sealed_key'),
    /** The seal covers it. */
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)
