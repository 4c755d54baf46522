import type { Eip155ChainId } from '../chains/caip2.ts'
import type { SolanaChain } from '../chains/solana-clusters.ts'
import type { AppConfig } from '../config/app-config.ts'
import type { FundWalletOptions } from './fund-wallet.ts'
import type { FundingMethod, FundingOption, FundingProvider } from './options.ts'

/** What is brought to the wallet. */
export interface FundingAsset {
  readonly type: 'native-currency' | 'USDC' | 'erc20'
  /** The token's contract or mint; `null` for the native currency. */
  readonly address: string | null
  /** `null`: of a token that nobody vouches for, whose names and decimals are to be read on the chain. */
  readonly symbol: string | null
  readonly decimals: number | null
}

/** Why a way that the app offers is off for this request. */
export type DisabledReason =
  /** Card, payment request and exchange sell on main networks alone. */
  | 'testnet'
  /** The company does not sell this on this chain. */
  | 'not-sold'
  /** No USDC address is known on the chain (specification §5). */
  | 'no-usdc-address'

interface FundingFields {
  /** With the checksum of EIP-55 on Ethereum. */
  readonly address: string
  /** Whole units, decimal; `null`: the person says how much. */
  readonly amount: string | null
  readonly asset: FundingAsset
  readonly isUSDC: boolean
  /** At least one. In the app's order, a preferred card provider before others. */
  readonly supportedOptions: readonly FundingOption[]
  readonly disabledOptions: readonly { readonly option: FundingOption; readonly reason: DisabledReason }[]
  /** One that is supported, to begin with; `null`: the person chooses. */
  readonly defaultFundingMethod: FundingMethod | null
  readonly preferredCardProvider: FundingProvider | null
  readonly isTestnet: boolean
  readonly isBridgingEnabled: boolean
  /** The page's own words. */
  readonly uiConfig: NonNullable<FundWalletOptions['uiConfig']>
}

export interface EthereumFundingRequest extends FundingFields {
  readonly chainType: 'ethereum'
  readonly chain: Eip155ChainId
  /** USDC's or another token's contract; `null` for the native currency. */
  readonly erc20Address: `0x${string}` | null
  readonly solanaChain: null
}

export interface SolanaFundingRequest extends FundingFields {
  readonly chainType: 'solana'
  readonly chain: SolanaChain
  readonly erc20Address: null
  readonly solanaChain: SolanaChain
}

/** The specification's funding request (§1). */
export type FundingRequest = EthereumFundingRequest | SolanaFundingRequest

/** What a request is made from besides the page's call. The frame's effective config fits. */
export interface FundingSettings {
  readonly app: Pick<AppConfig, 'funding_config' | 'fiat_on_ramp_enabled'> &
    Partial<Pick<AppConfig, 'solana_rpcs'>>
  readonly chains: {
    readonly supported: readonly FundableChain[]
    readonly default: FundableChain
  }
  readonly solana: readonly { readonly chain: SolanaChain }[]
  /** The person's. Nothing else is funded: a page could else have them send to an address of its own. */
  readonly wallets: readonly { readonly address: string; readonly chainType: 'ethereum' | 'solana' }[]
}

export interface FundableChain {
  readonly id: number
  readonly name: string
  readonly isTestnet: boolean
  readonly nativeCurrency: { readonly symbol: string; readonly decimals: number }
  readonly tokens?: readonly {
    readonly address: string
    readonly symbol: string
    readonly decimals: number
  }[]
}
