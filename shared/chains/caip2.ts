import { DEFAULT_CHAIN_ID } from './defaults.ts'
import { SOLANA_CHAINS, type SolanaChain } from './solana-clusters.ts'

/** A CAIP-2 chain id of the `eip155` namespace, e.g. `eip155:1`. */
export type Eip155ChainId = `eip155:${number}`

/**
 * Reads the chain id out of a CAIP-2 string with the `eip155:` prefix (specification §5; CAIP-2).
 * @returns the decimal chain id, or `null` when the string has another prefix or no chain id.
 */
export function parseEip155(caip2: string): number | null {
  const match = /^eip155:([1-9]\d{0,15})$/.exec(caip2)
  return match ? Number(match[1]) : null
}

export const toEip155 = (chainId: number): Eip155ChainId => `eip155:${chainId}`

/** The `chain_id` of an embedded wallet (contract §3), which is of no chain in particular: its kind's main one. */
export const defaultChainOf = (chainType: 'ethereum' | 'solana'): Eip155ChainId | SolanaChain =>
  chainType === 'solana' ? SOLANA_CHAINS[0] : toEip155(DEFAULT_CHAIN_ID)
