import type { Policy } from '@vitrine/shared/wallet/policy.ts'
import { index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import type { SealedDelegations } from '../signer/delegation-operations.ts'
import { createdAt } from './columns.ts'
import { ofApp, ofUser } from './schema.ts'

/** Who may use wallets besides their people; the rest of the schema is in `schema.ts`. */

/** Keys of an app's own backend. The API's role reads it only. */
export const authorizationKeys = pgTable(
  'authorization_keys',
  {
    /** `signer_id` on the wire. */
    id: text('id').primaryKey(),
    appId: ofApp(),
    name: text('name').notNull(),
    /** Base64 SPKI, P-256. */
    publicKey: text('public_key').notNull(),
    /** What it is offered with, at most one for each chain type. */
    policyIds: jsonb('policy_ids').$type<readonly string[]>().notNull().default([]),
    /** By the operator's own signer. */
    seal: text('seal').notNull(),
    createdAt: createdAt(),
  },
  table => [unique().on(table.appId, table.publicKey)],
)

/** What such keys may be allowed. The API's role reads it only. */
export const delegationPolicies = pgTable(
  'delegation_policies',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    policy: jsonb('policy').$type<Policy>().notNull(),
    seal: text('seal').notNull(),
    createdAt: createdAt(),
  },
  table => [index().on(table.appId)],
)

/** The delegations of a wallet, as the signer sealed them. */
export const walletDelegations = pgTable(
  'wallet_delegations',
  {
    /** Of `wallets` or `imported_wallets`. */
    walletId: text('wallet_id').primaryKey(),
    appId: ofApp(),
    /** For whom the wallet is sealed. */
    userId: ofUser(),
    list: jsonb('list').$type<SealedDelegations['list']>().notNull(),
    seal: text('seal').notNull(),
  },
  table => [index().on(table.userId)],
)
