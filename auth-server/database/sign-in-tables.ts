import { SIGN_IN_PURPOSES } from '@vitrine/shared/wallet/sign-in-message.ts'
import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { ofApp, users } from './schema.ts'

/** What a wallet of the person's is asked to sign: of one device, used once. */
export const signInNonces = pgTable(
  'sign_in_nonces',
  {
    nonce: text('nonce').primaryKey(),
    /** What the nonce was made of besides, see `Statement`, `sign-in`. */
    nonceId: text('nonce_id').notNull(),
    appId: ofApp(),
    /** RFC 7638 thumbprint of the device's key. */
    device: text('device').notNull(),
    /** Of the wallet's account. */
    subject: text('subject').notNull(),
    purpose: text('purpose', { enum: SIGN_IN_PURPOSES }).notNull(),
    /** Whose account is changed; `null` for a login. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)
