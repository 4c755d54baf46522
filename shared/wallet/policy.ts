import * as z from 'zod/mini'
import { wholeNumber } from '../whole-number.ts'
import { canonicalJson } from './canonical-json.ts'

/**
 * What an app's own key may do with a person's wallet. The app's operator writes it (`policies add`), the person agrees to it
 * as it stands, and the signer goes by what they agreed to. What it does not name is refused.
 */

const SECONDS_OF_DAY = 24 * 60 * 60
/** How long a delegation may last, and lasts where the policy does not say. */
export const MAX_DELEGATION_SECONDS = 366 * SECONDS_OF_DAY
export const DEFAULT_DELEGATION_SECONDS = 30 * SECONDS_OF_DAY
/** Delegates of one wallet. */
export const MAX_DELEGATES = 5
const MAX_LIMITS = 8
const MAX_LISTED = 50

/**
 * Methods that rules can judge. A message cannot be judged: it may be a login elsewhere or an order to sell. An EIP-7702
 * authorization gives the whole account away.
 */
export const DELEGABLE_METHODS = {
  ethereum: ['eth_signTransaction', 'eth_signTypedData_v4'],
  solana: ['signTransaction'],
} as const
export type DelegableMethod = (typeof DELEGABLE_METHODS)['ethereum' | 'solana'][number]

const text = z.string().check(
  z.minLength(1),
  z.maxLength(80),
  z.refine(it => !/[\p{C}\p{Zl}\p{Zp}]/u.test(it) && it.trim() === it, 'Write one line of plain text'),
)
/** Of a policy or a delegate, as a person reads it. */
export const readableName = text

const ethereumAddress = z
  .string()
  .check(z.regex(/^0x[0-9a-f]{40}$/, 'Write an Ethereum address, 0x and 40 digits of lower case hex'))
const solanaAddress = z
  .string()
  .check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'Write a Solana address, in base58'))
const amount = z.string().check(
  z.regex(/^(?:0|[1-9]\d{0,77})$/, {
    error: 'Write a whole number of the smallest unit, as text',
    // What is no number cannot be compared.
    abort: true,
  }),
  z.refine(it => BigInt(it) < 2n ** 256n, 'Write a number below 2^256'),
)
const perSeconds = wholeNumber.check(z.minimum(60), z.maximum(MAX_DELEGATION_SECONDS))

const limitOf = (chain: z.ZodMiniType<string>, token: z.ZodMiniType<string>) =>
  z.strictObject({
    /** CAIP-2. */
    chain,
    /** `native`, or the address of an ERC-20 token or of a mint of the SPL Token program. */
    asset: z.union([z.literal('native'), token]),
    /** In the asset's smallest unit, decimal. */
    amount,
    /** In any span of so many seconds no more than `amount` is spent. */
    per_seconds: perSeconds,
  })

const shape = {
  name: text,
  /** Left out: `DEFAULT_DELEGATION_SECONDS`. */
  expires_after_seconds: z.optional(wholeNumber.check(z.minimum(60), z.maximum(MAX_DELEGATION_SECONDS))),
}

/** Of Ethereum and its like. A chain without a limit for `native` is none that anything is sent on: fees are paid in it. */
const ethereumPolicy = z.strictObject({
  ...shape,
  chain_type: z.literal('ethereum'),
  methods: z.array(z.enum(DELEGABLE_METHODS.ethereum)).check(z.minLength(1), z.maxLength(2)),
  rules: z.strictObject({
    spend: z
      .array(
        limitOf(
          z.string().check(z.regex(/^eip155:[1-9]\d{0,15}$/, 'Write a chain as eip155:1')),
          ethereumAddress,
        ),
      )
      .check(z.maxLength(MAX_LIMITS)),
    /**
     * May be called with any data, and asked for by typed data. A token is no such contract: what it can be called with
     * besides transfers would pass by its limit.
     */
    contracts: z.optional(z.array(ethereumAddress).check(z.maxLength(MAX_LISTED))),
    /** Who may be sent to, and be allowed to take. Left out: anybody. */
    recipients: z.optional(z.array(ethereumAddress).check(z.maxLength(MAX_LISTED))),
  }),
})

/**
 * Of Solana. A transaction does not say which cluster it is for, so that limits hold for all clusters alike and are written for
 * the main one. Programs cannot be listed: one that a wallet signs for may spend all that the wallet has.
 */
const solanaPolicy = z.strictObject({
  ...shape,
  chain_type: z.literal('solana'),
  methods: z.array(z.enum(DELEGABLE_METHODS.solana)).check(z.minLength(1), z.maxLength(1)),
  rules: z.strictObject({
    spend: z
      .array(limitOf(z.literal('solana:mainnet', 'Write the chain as solana:mainnet'), solanaAddress))
      .check(z.maxLength(MAX_LIMITS)),
    recipients: z.optional(z.array(solanaAddress).check(z.maxLength(MAX_LISTED))),
  }),
})

/** Which of them a policy is says its `chain_type`. */
export const POLICY_KINDS = [ethereumPolicy, solanaPolicy] as const
/** Not told apart by a schema for that: it would be one more kind of schema in every page. */
export const policy = z.union(POLICY_KINDS)
export type Policy = z.infer<typeof policy>
export type EthereumPolicy = z.infer<typeof ethereumPolicy>
export type SolanaPolicy = z.infer<typeof solanaPolicy>
export type SpendLimit = Policy['rules']['spend'][number]

/** How long a delegation by this policy lasts at most, in seconds. */
export const lifetimeOf = ({ expires_after_seconds: seconds = DEFAULT_DELEGATION_SECONDS }: Policy): number =>
  seconds

/** Bytes whose SHA-256, base64url, is the policy's `policy_hash`: what a person agrees to is named by it. */
export const policyBytes = (agreed: Policy): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalJson(agreed))
