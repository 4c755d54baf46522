import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PartySettings } from '../oauth-providers/telegram-bot.ts'
import { instant } from './columns.ts'
import { keyIdOf } from './key-tables.ts'
import { ofApp, users } from './schema.ts'

/** Logins at other companies, and recoveries that lie there; the rest of the schema is in `schema.ts`. */

/** How an app is known at a provider, with its secret, sealed by the signer. The API's role reads it only. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    appId: ofApp(),
    provider: text('provider').notNull(),
    settings: jsonb('settings').$type<PartySettings>().notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    keyId: keyIdOf('sealed_secret'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.appId, table.provider] })],
)

/** A login at a provider, or leave to use the person's cloud, that is under way: of one device, used once. */
export const oauthFlows = pgTable(
  'oauth_flows',
  {
    /** SHA-256 of the flow's id, which frame and window alone know. */
    flowHash: text('flow_hash').primaryKey(),
    state: text('state').notNull().unique(),
    appId: ofApp(),
    provider: text('provider').notNull(),
    /** RFC 7638 thumbprint of the device's key. */
    device: text('device').notNull(),
    purpose: text('purpose', { enum: ['login', 'link', 'recovery'] }).notNull(),
    /** Whose account is changed; `null` for a login. */
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    codeChallenge: text('code_challenge').notNull(),
    /** Where the whole page comes back to; `null`: a window left its answer here. */
    redirectTo: text('redirect_to'),
    url: text('url').notNull(),
    /** The signer's, over the address; see `SignerStatement`, `oauth-url`. */
    signature: text('signature').notNull(),
    /** The signer's word of who began it; see `Statement`, `grant`. */
    seal: text('seal').notNull(),
    /** Sealed for the signer, or why there is none. */
    answer: text('answer'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)
