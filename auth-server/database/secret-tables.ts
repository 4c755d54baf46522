import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { keyIdOf } from './key-tables.ts'
import { ofApp } from './schema.ts'

/** Secrets of apps at other companies; the rest of the schema is in `schema.ts`. */

/** An app's secret at a captcha vendor, in plain: written by earlier releases, and emptied by this one. */
export const captchaSecrets = pgTable(
  'captcha_secrets',
  {
    appId: ofApp(),
    provider: text('provider', { enum: ['turnstile', 'hcaptcha'] }).notNull(),
    secret: text('secret').notNull(),
    createdAt: createdAt(),
  },
  table => [primaryKey({ columns: [table.appId, table.provider] })],
)

/** An app's secret at another company, sealed by the signer; never part of its config. */
export const providerSecrets = pgTable(
  'provider_secrets',
  {
    appId: ofApp(),
    provider: text('provider').notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    keyId: keyIdOf('sealed_secret'),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  table => [primaryKey({ columns: [table.appId, table.provider] })],
)
