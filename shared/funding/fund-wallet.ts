import * as z from 'zod/mini'
import { DEFAULT_FUNDING_METHODS, FUNDING_METHODS, FUNDING_PROVIDERS, type FundingMethod } from './options.ts'

const text = (length: number) => z.string().check(z.maxLength(length))

/** What a page may say of the screens: words, which stand beside the wallet's own. */
const uiConfig = z.object({
  receiveFundsTitle: z.optional(text(80)),
  receiveFundsSubtitle: z.optional(text(300)),
  landing: z.optional(z.object({ title: z.optional(text(80)) })),
})

/**
 * `fundWallet`, as a page calls it (contract §7.1).
 *
 * `chain`: CAIP-2 (`eip155:8453`, `solana:mainnet`), or an object with a numeric `id`, as viem's chains have.
 * `amount`: whole units, decimal, as text.
 */
export const fundWalletArgument = z.object({
  address: text(64),
  options: z.optional(
    z.object({
      chain: z.optional(z.union([text(64), z.object({ id: z.number() })])),
      amount: z.optional(text(80)),
      asset: z.optional(
        z.union([z.enum(['native-currency', 'USDC']), z.object({ erc20: z.optional(text(42)) })]),
      ),
      defaultFundingMethod: z.optional(z.enum(DEFAULT_FUNDING_METHODS)),
      card: z.optional(z.object({ preferredProvider: z.optional(z.enum(FUNDING_PROVIDERS)) })),
      uiConfig: z.optional(uiConfig),
    }),
  ),
})
export type FundWalletArgument = z.input<typeof fundWalletArgument>
export type FundWalletOptions = NonNullable<FundWalletArgument['options']>

/** What became of it (contract §7.1). `cancelled` with a method: the person left with that one begun. */
export const fundWalletResult = z.object({
  status: z.enum(['completed', 'cancelled']),
  address: z.string(),
  fundingMethod: z.nullable(z.enum(FUNDING_METHODS)),
  /** On the chain that was funded. */
  transactionHash: z.optional(z.string()),
  /** Whole units, decimal. */
  amount: z.optional(z.string()),
  assetType: z.optional(z.enum(['native-currency', 'USDC', 'erc20'])),
  /** Whose wallet the money came from, where it came from one. */
  metadata: z.optional(z.object({ walletClientType: z.optional(z.string()) })),
})
export type FundWalletResult = z.infer<typeof fundWalletResult>

/** What a page is told when its person has left a funding (contract §7.1, `onUserExited`). */
export interface FundingExit {
  readonly address: string
  /** CAIP-2 of Ethereum, or a cluster's name of the Wallet Standard. */
  readonly chain: string
  /** The one that was begun; `null`: none was. */
  readonly fundingMethod: FundingMethod | null
  /** Smallest units of the asset that was to be funded; absent: no node told it in time. */
  readonly balance?: bigint
}
