import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import { WRAPPED_SOL } from './programs.ts'

/** A token that is shown by its name. Others are shown by their address: a mint may call itself whatever it likes. */
interface KnownToken {
  readonly symbol: string
  readonly decimals: number
}

const WRAPPED = { [WRAPPED_SOL]: { symbol: 'wSOL', decimals: 9 } }

/** By cluster and mint; addresses from the issuers' own pages. */
const KNOWN: Readonly<Record<SolanaChain, Readonly<Record<string, KnownToken>>>> = {
  'solana:mainnet': {
    ...WRAPPED,
    EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: { symbol: 'USDC', decimals: 6 },
    Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: { symbol: 'USDT', decimals: 6 },
    HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr: { symbol: 'EURC', decimals: 6 },
  },
  'solana:devnet': {
    ...WRAPPED,
    '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': { symbol: 'USDC', decimals: 6 },
  },
  'solana:testnet': WRAPPED,
}

export const knownToken = (chain: SolanaChain, mint: string): KnownToken | null => KNOWN[chain][mint] ?? null
