import type { SolanaChain } from '../chains/solana-clusters.ts'

/** By decimal chain id, and by cluster. */
type ByChain<T> = Readonly<Partial<Record<number | SolanaChain, T>>>

/** What Coinbase sells, by its own names (contract §7.2). */
export const COINBASE_ASSETS = ['ETH', 'USDC', 'POL', 'MON', 'SOL'] as const
export type CoinbaseAsset = (typeof COINBASE_ASSETS)[number]

interface CoinbaseChain {
  readonly blockchain: string
  /** The native currency, where Coinbase sells it there. */
  readonly native?: CoinbaseAsset
  readonly hasUsdc: boolean
}

/** Main networks alone; the spelling of Avalanche's is Coinbase's own. */
const COINBASE: ByChain<CoinbaseChain> = {
  1: { blockchain: 'ethereum', native: 'ETH', hasUsdc: true },
  10: { blockchain: 'optimism', native: 'ETH', hasUsdc: true },
  137: { blockchain: 'polygon', native: 'POL', hasUsdc: true },
  143: { blockchain: 'monad', native: 'MON', hasUsdc: false },
  8453: { blockchain: 'base', native: 'ETH', hasUsdc: true },
  42161: { blockchain: 'arbitrum', native: 'ETH', hasUsdc: true },
  43114: { blockchain: 'avacchain', hasUsdc: true },
  'solana:mainnet': { blockchain: 'solana', native: 'SOL', hasUsdc: true },
}

/** Every chain that Coinbase is asked for, by its names. */
export const COINBASE_BLOCKCHAINS: readonly string[] = Object.values(COINBASE).flatMap(
  chain => chain?.blockchain ?? [],
)

/** What Coinbase calls a currency on a chain. @returns `null` where it sells none */
export function coinbaseCurrency(
  chain: number | SolanaChain,
  isUSDC: boolean,
): { readonly blockchain: string; readonly asset: CoinbaseAsset } | null {
  const known = COINBASE[chain]
  const asset = isUSDC ? known?.hasUsdc && ('USDC' as const) : known?.native
  return known && asset ? { blockchain: known.blockchain, asset } : null
}

/** Contract §7.2: `<TOKEN>_<NETWORK>`, and MoonPay's own `currencyCode` for it. */
export const MOONPAY_CURRENCIES = {
  ETH_ETHEREUM: 'eth',
  ETH_OPTIMISM: 'eth_optimism',
  ETH_BASE: 'eth_base',
  ETH_ARBITRUM: 'eth_arbitrum',
  POL_POLYGON: 'pol_polygon',
  AVAX_CCHAIN: 'avax_cchain',
  BNB_BSC: 'bnb_bsc',
  CELO_CELO: 'celo',
  SOL_SOL: 'sol',
  USDC_ETHEREUM: 'usdc',
  USDC_OPTIMISM: 'usdc_optimism',
  USDC_POLYGON: 'usdc_polygon',
  USDC_BASE: 'usdc_base',
  USDC_ARBITRUM: 'usdc_arbitrum',
  USDC_CCHAIN: 'usdc_cchain',
  USDC_SOL: 'usdc_sol',
} as const
export type MoonpayCurrency = keyof typeof MOONPAY_CURRENCIES

const MOONPAY: ByChain<{ readonly native?: MoonpayCurrency; readonly usdc?: MoonpayCurrency }> = {
  1: { native: 'ETH_ETHEREUM', usdc: 'USDC_ETHEREUM' },
  10: { native: 'ETH_OPTIMISM', usdc: 'USDC_OPTIMISM' },
  56: { native: 'BNB_BSC' },
  137: { native: 'POL_POLYGON', usdc: 'USDC_POLYGON' },
  8453: { native: 'ETH_BASE', usdc: 'USDC_BASE' },
  42161: { native: 'ETH_ARBITRUM', usdc: 'USDC_ARBITRUM' },
  42220: { native: 'CELO_CELO' },
  43114: { native: 'AVAX_CCHAIN', usdc: 'USDC_CCHAIN' },
  'solana:mainnet': { native: 'SOL_SOL', usdc: 'USDC_SOL' },
}

/** What MoonPay is asked for. @returns `null` where it sells none */
export const moonpayCurrency = (chain: number | SolanaChain, isUSDC: boolean): MoonpayCurrency | null =>
  MOONPAY[chain]?.[isUSDC ? 'usdc' : 'native'] ?? null
