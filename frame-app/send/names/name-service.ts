import type { HeldOn } from '../../portfolio/ports.ts'

/** Who keeps names on a chain. */
export type NameService = 'ens' | 'sns'

/** ENS's universal resolver, which stands at one address on the chains that have a registry (ENSIP-23). */
export const ENS_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
/** Ethereum and its test network Sepolia. */
const ENS_CHAINS: readonly number[] = [1, 11_155_111]

/**
 * Which service has a name, of those that stand on the very chain on which something is sent: an address of one chain need not
 * belong to the same person on another. @returns `null` for none
 */
export function nameServiceOf(chain: HeldOn, name: string): NameService | null {
  if (chain.type === 'ethereum') return ENS_CHAINS.includes(chain.id) && !/\.sol$/i.test(name) ? 'ens' : null
  return chain.id === 'solana:mainnet' && /^[^.]+\.sol$/i.test(name) ? 'sns' : null
}
