import * as z from 'zod/mini'

/** The wallet resource of the HTTP interface (contract §2.9). */
export const walletResource = z.object({
  id: z.string(),
  address: z.string(),
  chain_type: z.enum(['ethereum', 'solana']),
  /** `null`: the key was brought from elsewhere. */
  wallet_index: z.nullable(z.number()),
  public_key: z.optional(z.string()),
  owner_id: z.nullable(z.string()),
  additional_signers: z.array(
    z.object({ signer_id: z.string(), override_policy_ids: z.optional(z.array(z.string())) }),
  ),
  policy_ids: z.array(z.never()),
  created_at: z.number(),
  exported_at: z.nullable(z.number()),
  imported_at: z.nullable(z.number()),
})
export type WalletResource = z.infer<typeof walletResource>
