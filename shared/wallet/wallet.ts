import * as z from 'zod/mini'

/**
 * Who holds a wallet's key: the server's signer process, the person's devices, or another wallet app. It is known on this
 * side of the bridge only: a page asks for the same whoever holds the key.
 */
export type Custody = 'server' | 'device' | 'external'

/** A wallet as a host sees it (host-api.md `Wallet`). One that was made elsewhere has no index and no recovery here. */
export const wallet = z.object({
  address: z.string(),
  chainType: z.enum(['ethereum', 'solana']),
  walletIndex: z.nullable(z.number()),
  walletClientType: z.string(),
  connectorType: z.string(),
  imported: z.boolean(),
  delegated: z.boolean(),
  recoveryMethod: z.nullable(z.string()),
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
