import { index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, embeddedSets, instant, ofApp, ofUser } from './schema.ts'

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
    additionalSigners: jsonb('additional_signers')
      .$type<readonly { readonly signer_id: string }[]>()
      .notNull()
      .default([]),
    createdAt: createdAt(),
    exportedAt: instant('exported_at'),
  },
  table => [unique().on(table.userId, table.chainType, table.address), index().on(table.setId)],
)
