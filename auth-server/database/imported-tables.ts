import type { AccountType } from '@vitrine/shared/account/login-facts.ts'
import { sql } from 'drizzle-orm'
import { index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { keyIdOf } from './key-tables.ts'
import { embeddedSets, ofApp, ofUser, users } from './schema.ts'

/** Keys that were brought from elsewhere; the rest of the schema is in `schema.ts`. */
export const importedWallets = pgTable(
  'imported_wallets',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    userId: ofUser(),
    /** Of a key on the person's devices: the set whose key seals it. `null`: the signer's process has it. */
    setId: text('set_id').references(() => embeddedSets.id, { onDelete: 'cascade' }),
    chainType: text('chain_type', { enum: ['ethereum', 'solana'] }).notNull(),
    address: text('address').notNull(),
    publicKey: text('public_key').notNull(),
    /** Versioned envelope of the signer, or of the vault. */
    sealedKey: text('sealed_key').notNull(),
    keyId: keyIdOf('sealed_key', keyId => sql`case when set_id is null then ${keyId} end`),
    createdAt: createdAt(),
    exportedAt: instant('exported_at'),
  },
  table => [
    unique().on(table.userId, table.chainType, table.address),
    index().on(table.setId),
    index().on(table.keyId),
    index().on(sql`lower(${table.address})`),
  ],
)

/** Imports that were begun, used once: of a person on a device, or of an app's operator, who names no user and no wallet. */
export const begunImports = pgTable(
  'begun_imports',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    thumbprint: text('thumbprint'),
    chainType: text('chain_type', { enum: ['ethereum', 'solana'] }),
    address: text('address'),
    expiresAt: instant('expires_at').notNull(),
  },
  table => [
    unique().on(table.userId, table.thumbprint, table.chainType, table.address),
    index().on(table.expiresAt),
  ],
)

/** Keys that an operator brought for an identity that no user has yet; the signer opens them for that identity's user alone. */
export const pendingImports = pgTable(
  'pending_imports',
  {
    id: text('id').primaryKey(),
    appId: ofApp(),
    type: text('type').$type<AccountType>().notNull(),
    /** Normalised as account subjects are. */
    subject: text('subject').notNull(),
    chainType: text('chain_type', { enum: ['ethereum', 'solana'] }).notNull(),
    address: text('address').notNull(),
    publicKey: text('public_key').notNull(),
    sealedKey: text('sealed_key').notNull(),
    keyId: keyIdOf('sealed_key'),
    createdAt: createdAt(),
  },
  table => [
    unique().on(table.appId, table.type, table.subject, table.chainType, table.address),
    index().on(table.keyId),
  ],
)
