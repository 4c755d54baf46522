import * as z from 'zod/mini'

/** The embedded wallet as a host sees it (host-api.md `Wallet`). */
export const wallet = z.object({
  address: z.string(),
  chainType: z.enum(['ethereum', 'solana']),
  walletIndex: z.number(),
  walletClientType: z.string(),
  connectorType: z.string(),
  imported: z.boolean(),
  delegated: z.boolean(),
  recoveryMethod: z.string(),
  publicKey: z.optional(z.string()),
  id: z.optional(z.string()),
})
export type Wallet = z.infer<typeof wallet>

/** The wallet resource of the HTTP interface (contract §2.9). */
export const walletResource = z.object({
  id: z.string(),
  address: z.string(),
  chain_type: z.enum(['ethereum', 'solana']),
  wallet_index: z.number(),
  public_key: z.optional(z.string()),
  owner_id: z.nullable(z.string()),
  additional_signers: z.array(z.never()),
  policy_ids: z.array(z.never()),
  created_at: z.number(),
  exported_at: z.nullable(z.number()),
  imported_at: z.nullable(z.number()),
})
export type WalletResource = z.infer<typeof walletResource>
