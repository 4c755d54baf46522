import type { TokenIssuer } from '@vitrine/shared/config/token-issuer.ts'
import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { ofApp } from './schema.ts'

/** By what tokens of an app's own login are checked; the rest of the schema is in `schema.ts`. The API's role reads it only. */
export const loginIssuers = pgTable(
  'login_issuers',
  {
    appId: ofApp(),
    method: text('method').notNull(),
    settings: jsonb('settings').$type<TokenIssuer>().notNull(),
    /** By the signer; null: set by an earlier release, and not sealed yet. */
    seal: text('seal'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.appId, table.method] })],
)
