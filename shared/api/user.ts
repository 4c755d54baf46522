import * as z from 'zod/mini'
import { verification, wireAccounts } from '../account/schemas.ts'
import { MFA_METHODS } from '../mfa/methods.ts'

export const embeddedWalletAccount = z.object({
  type: z.literal('wallet'),
  id: z.nullable(z.string()),
  address: z.string(),
  chain_type: z.enum(['ethereum', 'solana']),
  chain_id: z.string(),
  connector_type: z.literal('embedded'),
  wallet_client: z.literal('vitrine'),
  wallet_client_type: z.literal('vitrine'),
  /** `null`: it was imported, or made before its person came. */
  wallet_index: z.nullable(z.number()),
  recovery_method: z.enum([
    'privy',
    'privy-v2',
    'user-passcode',
    'recovery-encryption-key',
    'icloud',
    'google-drive',
    'passkey',
  ]),
  imported: z.boolean(),
  delegated: z.boolean(),
  public_key: z.optional(z.string()),
  /** Of a wallet on the devices that came with an account which was taken in: the owner and index that its shares are of. */
  sealed_for: z.optional(z.object({ user_id: z.string(), wallet_index: z.nullable(z.number()) })),
  ...verification,
})

/** A wallet of another app that the person has linked; `chain_id` is CAIP-2. */
export const externalWalletAccount = z.object({
  type: z.literal('wallet'),
  address: z.string(),
  chain_type: z.enum(['ethereum', 'solana']),
  wallet_client: z.literal('unknown'),
  chain_id: z.optional(z.string()),
  wallet_client_type: z.optional(z.string()),
  connector_type: z.optional(z.string()),
  ...verification,
})

/** By `wallet_client`, which both kinds have. */
export const walletAccount = z.union([embeddedWalletAccount, externalWalletAccount])

/** Contract §3. */
export const linkedAccount = z.union([walletAccount, ...wireAccounts])

export const wireUser = z.object({
  id: z.string(),
  created_at: z.number(),
  has_accepted_terms: z.boolean(),
  is_guest: z.boolean(),
  linked_accounts: z.array(linkedAccount),
  mfa_methods: z.array(z.object({ type: z.enum(MFA_METHODS), verified_at: z.number() })),
  custom_metadata: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
})

export type WireUser = z.infer<typeof wireUser>
export type WireLinkedAccount = z.infer<typeof linkedAccount>
export type WireWallet = z.infer<typeof walletAccount>
export type WireEmbeddedWallet = z.infer<typeof embeddedWalletAccount>
export type WireExternalWallet = z.infer<typeof externalWalletAccount>
