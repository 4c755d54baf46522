import * as z from 'zod/mini'

/** Contract §3. Times are unix seconds. */
const verification = {
  verified_at: z.number(),
  first_verified_at: z.nullable(z.number()),
  latest_verified_at: z.nullable(z.number()),
}

export const emailAccount = z.object({ type: z.literal('email'), address: z.string(), ...verification })

export const embeddedWalletAccount = z.object({
  type: z.literal('wallet'),
  id: z.nullable(z.string()),
  address: z.string(),
  chain_type: z.enum(['ethereum', 'solana']),
  chain_id: z.string(),
  connector_type: z.literal('embedded'),
  wallet_client: z.literal('vitrine'),
  wallet_client_type: z.literal('vitrine'),
  wallet_index: z.number(),
  recovery_method: z.enum([
    'privy',
    'privy-v2',
    'user-passcode',
    'recovery-encryption-key',
    'icloud',
    'google-drive',
  ]),
  imported: z.boolean(),
  delegated: z.boolean(),
  public_key: z.optional(z.string()),
  ...verification,
})

export const linkedAccount = z.discriminatedUnion('type', [emailAccount, embeddedWalletAccount])

export const wireUser = z.object({
  id: z.string(),
  created_at: z.number(),
  has_accepted_terms: z.boolean(),
  is_guest: z.boolean(),
  linked_accounts: z.array(linkedAccount),
  mfa_methods: z.array(
    z.object({ type: z.enum(['sms', 'totp', 'passkey', 'email']), verified_at: z.number() }),
  ),
  custom_metadata: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
})

export type WireUser = z.infer<typeof wireUser>
export type WireLinkedAccount = z.infer<typeof linkedAccount>
export type WireEmbeddedWallet = z.infer<typeof embeddedWalletAccount>
