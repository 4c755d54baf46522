import * as z from 'zod/mini'

/**
 * POST /wallets (contract §2.9). `owner.public_key` is the device key (base64 SPKI) that signed the request; the server
 * takes the user from the session. Unknown fields are refused, since a policy that nobody honours must not pass in silence.
 * `create_additional` is needed once a wallet of the chain type exists (contract §5).
 */
export const createWalletRequest = z.strictObject({
  chain_type: z.enum(['ethereum', 'solana']),
  owner: z.strictObject({ public_key: z.string().check(z.maxLength(256)) }),
  create_additional: z.optional(z.boolean()),
})
export type CreateWalletRequest = z.infer<typeof createWalletRequest>
