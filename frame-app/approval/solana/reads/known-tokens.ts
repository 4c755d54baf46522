import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { USDC_DECIMALS, USDC_MINTS } from '@vitrine/shared/funding/usdc.ts'
import { WRAPPED_SOL } from '../../../chains/solana/programs.ts'
import { plainSymbol } from '../../explain/token-symbol.ts'

/** A token whose name is known. What others call themselves is shown as their own claim. */
interface KnownToken {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
}

const WRAPPED = { [WRAPPED_SOL]: { symbol: 'wSOL', name: 'Wrapped SOL', decimals: 9 } }

const usdcOn = (chain: SolanaChain): Readonly<Record<string, KnownToken>> => {
  const mint = USDC_MINTS[chain]
  return mint ? { [mint]: { symbol: 'USDC', name: 'USD Coin', decimals: USDC_DECIMALS } } : {}
}

/** By cluster and mint; addresses from the issuers' own pages. */
const KNOWN: Readonly<Record<SolanaChain, Readonly<Record<string, KnownToken>>>> = {
  'solana:mainnet': {
    ...WRAPPED,
    ...usdcOn('solana:mainnet'),
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: { symbol: 'USDT', name: 'Tether USD', decimals: 6 },
    HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr: { symbol: 'EURC', name: 'Euro Coin', decimals: 6 },
  },
  'solana:devnet': {
    ...WRAPPED,
    ...usdcOn('solana:devnet'),
  },
  'solana:testnet': WRAPPED,
}

/** Symbols that people trust, as they look. */
const TRUSTED = new Map(
  ['SOL', ...Object.values(KNOWN['solana:mainnet']).map(({ symbol }) => symbol)].map(symbol => [
    plainSymbol(symbol),
    symbol,
  ]),
)

/** The trusted symbol that a token borrows. @returns `null` when no known token has the symbol, or this is that token */
export function borrowedSymbol(chain: SolanaChain, mint: string, symbol: string): string | null {
  const trusted = TRUSTED.get(plainSymbol(symbol)) ?? null
  return trusted === knownToken(chain, mint)?.symbol ? null : trusted
}

export const knownToken = (chain: SolanaChain, mint: string): KnownToken | null => KNOWN[chain][mint] ?? null

/** All that are known on a cluster, by mint. */
export const knownTokens = (chain: SolanaChain): readonly (readonly [mint: string, KnownToken])[] =>
  Object.entries(KNOWN[chain])
