import { SOLANA_CHAINS, type SolanaChain } from './solana-clusters.ts'

/** CAIP-2 names a cluster by the beginning of its genesis block's hash. */
export const SOLANA_CAIP2: Readonly<Record<SolanaChain, string>> = {
  'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}

/**
 * Reads a cluster by its name of the Wallet Standard or of CAIP-2.
 * @returns `null` for what is no cluster of Solana
 */
export const parseSolanaChain = (name: string): SolanaChain | null =>
  SOLANA_CHAINS.find(chain => chain === name || SOLANA_CAIP2[chain] === name) ?? null
