import type { Eip155ChainId } from './caip2.ts'
import { DEFAULT_CHAIN_ID } from './defaults.ts'
import { SOLANA_CHAINS, type SolanaChain } from './solana-clusters.ts'

/** The `chain_id` of an embedded wallet (contract §3), which is of no chain in particular: its kind's main one. */
export const defaultChainOf = (chainType: 'ethereum' | 'solana'): Eip155ChainId | SolanaChain =>
  chainType === 'solana' ? SOLANA_CHAINS[0] : `eip155:${DEFAULT_CHAIN_ID}`
