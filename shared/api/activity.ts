import * as z from 'zod/mini'
import { MFA_METHODS } from '../mfa/methods.ts'
import { wholeNumber } from '../whole-number.ts'

/**
 * What is written down of a user (`auth-server/audit/`): shown to them as their activity, and told to the site's backend by
 * webhooks. A name once used keeps its meaning: backends go by it.
 */
export const EVENT_TYPES = [
  'user.created',
  'user.authenticated',
  'user.linked_account',
  'user.unlinked_account',
  'user.updated_account',
  'user.transferred_account',
  'user.merged',
  'user.wallet_created',
  'user.session_ended',
  'user.mfa_enrolled',
  'user.mfa_removed',
  'user.mfa_recovery_code_used',
  'user.mfa_recovery_codes_renewed',
  'user.mfa_reset_started',
  'user.mfa_reset_stopped',
  'user.mfa_reset_completed',
  'user.data_exported',
  'user.deleted',
  'wallet.signed',
  'wallet.imported',
  'wallet.exported',
  'wallet.recovery_key_requested',
  'wallet.delegated',
  'wallet.delegation_used',
  'wallet.delegation_refused',
  'wallet.delegation_revoked',
  'transaction.broadcasted',
  'transaction.confirmed',
  'transaction.execution_reverted',
  'transaction.still_pending',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

const CHAIN_TYPES = ['ethereum', 'solana'] as const

/** A way in, as much of its name as its owner knows it by: see `redactSubject`. */
const redactedAccount = z.object({ type: z.string(), name: z.string() })

/**
 * What an event says besides its type. No secret, no text that was signed, no whole address of a person: it is kept for
 * months, and a copy of the database must not be a list of mailboxes.
 */
export const eventData = z.object({
  /** The way in that was used, added, removed or put in the place of `replaced`. */
  account: z.optional(redactedAccount),
  replaced: z.optional(redactedAccount),
  /** The user whose logins and wallets came to this one. */
  from_user_id: z.optional(z.string()),
  session_id: z.optional(z.string()),
  /** `user.session_ended`: by whom. `site`: its backend, or an operator. */
  ended_by: z.optional(z.enum(['self', 'other-session', 'all-devices', 'reuse', 'alarm', 'denied', 'site'])),
  chain_type: z.optional(z.enum(CHAIN_TYPES)),
  /** Of the wallet. */
  address: z.optional(z.string()),
  wallet_index: z.optional(z.number()),
  /** `wallet.exported`: the wallet's own key, or the words that all wallets made here are of. */
  secret: z.optional(z.enum(['private-key', 'seed-phrase'])),
  /** Of the second factor that was added or removed. */
  mfa_method: z.optional(z.enum(MFA_METHODS)),
  /** The RPC method (contract §6.1) that the key performed. */
  method: z.optional(z.string()),
  /** CAIP-2. */
  chain: z.optional(z.string()),
  /** Of a transaction; of a Solana one the first signature, base58. */
  hash: z.optional(z.string()),
  to: z.optional(z.string()),
  /** In the chain's smallest unit, decimal. */
  value: z.optional(z.string()),
  /** `wallet.delegation_*`: which of the app's own keys, as its operator named it. */
  signer_id: z.optional(z.string()),
  signer: z.optional(z.string()),
  /** The policy's name, and until when (unix ms) the person agreed to it. */
  policy: z.optional(z.string()),
  until: z.optional(z.number()),
  /** How much is spent at most: `asset` and `amount` as of a policy's limit. */
  spendings: z.optional(z.array(z.object({ chain: z.string(), asset: z.string(), amount: z.string() }))),
  /** `wallet.delegation_refused`: which of the policy's rules refused it. */
  rule: z.optional(z.string()),
  /** The device said so, of a key that the server does not hold. */
  reported: z.optional(z.boolean()),
})
export type EventData = z.infer<typeof eventData>

const activityItem = z.object({
  id: z.number(),
  type: z.enum(EVENT_TYPES),
  /** Unix ms. */
  at: z.number(),
  /** Browser and system of the device, and where on the Internet: as `SessionItem` has them. */
  made_with: z.nullable(z.string()),
  network: z.nullable(z.string()),
  place: z.optional(z.string()),
  /** On the device that asks. */
  is_here: z.boolean(),
  data: eventData,
})
export type ActivityItem = z.infer<typeof activityItem>

/** GET /users/me/activity?cursor=…: newest first; `next` is the cursor of what is older, `null` at the end. */
export const activityResponse = z.object({
  items: z.array(activityItem),
  next: z.nullable(z.string()),
})
export type Activity = z.infer<typeof activityResponse>

const ethereumAddress = z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/))
const base58 = (from: number, to: number) =>
  z.string().check(z.regex(new RegExp(`^[1-9A-HJ-NP-Za-km-z]{${from},${to}}$`)))
const solanaAddress = base58(32, 44)
/** In the chain's smallest unit, decimal; at most 256 bits. */
const value = z.string().check(z.regex(/^(?:0|[1-9]\d{0,77})$/))

/**
 * POST /users/me/activity: what a device says that it did where the server does not see it, namely that a key which the device
 * holds signed, and that a transaction went to a node. Of a wallet of the user's alone; shown as the device's word.
 */
export const reportRequest = z.union([
  z.object({
    type: z.literal('wallet.signed'),
    address: z.union([ethereumAddress, solanaAddress]),
    method: z.enum([
      'personal_sign',
      'eth_signTypedData',
      'eth_signTypedData_v4',
      'eth_signTransaction',
      'eth_sign7702Authorization',
      'signMessage',
      'signTransaction',
    ]),
    /** What makes a second telling of one signature none. */
    once: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  }),
  z.object({
    type: z.literal('transaction.broadcasted'),
    chain_type: z.literal('ethereum'),
    address: ethereumAddress,
    chain_id: wholeNumber.check(z.positive()),
    hash: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
    to: z.optional(ethereumAddress),
    value: z.optional(value),
  }),
  z.object({
    type: z.literal('transaction.broadcasted'),
    chain_type: z.literal('solana'),
    address: solanaAddress,
    chain: z.string().check(z.regex(/^solana:[a-z]{1,16}$/)),
    hash: base58(64, 88),
  }),
])
export type ActivityReport = z.infer<typeof reportRequest>
