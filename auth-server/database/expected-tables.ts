import type { AccountType } from '@vitrine/shared/account/login-facts.ts'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { keyIdOf } from './key-tables.ts'
import { ofApp } from './schema.ts'

/** A way to log in; the subject is normalised as account subjects are. */
interface ExpectedIdentity {
  readonly type: AccountType
  readonly subject: string
}

/** People whom an app's backend named before they logged in. The first of the identities that is proven takes the row, and it is gone. */
export const expectedUsers = pgTable(
  'expected_users',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    /** By type and subject; they never change. */
    identities: jsonb('identities').$type<readonly ExpectedIdentity[]>().notNull(),
    customMetadata: jsonb('custom_metadata')
      .$type<Readonly<Record<string, string | number | boolean>>>()
      .notNull()
      .default(sql`'{}'::jsonb`),
    acceptedTermsAt: instant('accepted_terms_at'),
    createdAt: createdAt(),
  },
  table => [index().on(table.appId, table.createdAt, table.id)],
)

const ofExpected = () =>
  text('expected_id')
    .notNull()
    .references(() => expectedUsers.id, { onDelete: 'cascade' })

/** The same identities, each of which is expected once in an app. */
export const expectedAccounts = pgTable(
  'expected_accounts',
  {
    appId: ofApp(),
    type: text('type').$type<AccountType>().notNull(),
    subject: text('subject').notNull(),
    expectedId: ofExpected(),
  },
  table => [primaryKey({ columns: [table.appId, table.type, table.subject] }), index().on(table.expectedId)],
)

/** Wallets that were made for them; the signer opens their keys for a user with one of the identities alone. */
export const expectedWallets = pgTable(
  'expected_wallets',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    expectedId: ofExpected(),
    /** Of the row that it is of: what the key is sealed for stands beside it. */
    identities: jsonb('identities').$type<readonly ExpectedIdentity[]>().notNull(),
    chainType: text('chain_type', { enum: ['ethereum', 'solana'] }).notNull(),
    address: text('address').notNull(),
    publicKey: text('public_key').notNull(),
    sealedKey: text('sealed_key').notNull(),
    keyId: keyIdOf('sealed_key'),
    createdAt: createdAt(),
  },
  table => [unique().on(table.expectedId, table.chainType), index().on(table.keyId)],
)
