import { boolean, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { ofApp, ofUser } from './schema.ts'

/** Money that is brought to users' wallets; the rest of the schema is in `schema.ts`. */

/** Something that a user began to buy, or to have brought, at another company. */
export const fundingOrders = pgTable(
  'funding_orders',
  {
    /** Random: `externalTransactionId` at MoonPay, `partnerUserRef` at Coinbase. */
    id: text('id').primaryKey(),
    appId: ofApp(),
    userId: ofUser(),
    provider: text('provider', { enum: ['moonpay', 'coinbase', 'relay'] }).notNull(),
    /** By which the company knows it; the id where that is ours. */
    vendorId: text('vendor_id').notNull(),
    /** Of the wallet that is funded. */
    address: text('address').notNull(),
    isSandbox: boolean('is_sandbox').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [index().on(table.expiresAt)],
)

/** A transfer that was about to be asked of a wallet: one device may. */
export const fundingTransfers = pgTable(
  'funding_transfers',
  {
    userId: ofUser(),
    id: text('id').notNull(),
    appId: ofApp(),
    /** `null`: nobody has said yet that it was sent. */
    transactionHash: text('transaction_hash'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.id] }), index().on(table.expiresAt)],
)
