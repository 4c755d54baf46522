import { getAddress } from 'viem/utils'
import type { ChainType } from './ports.ts'

const IS_ETHEREUM = /^0x[\da-f]{40}$/i

/** Of what a wallet names its accounts of one chain, each once: Ethereum's with the checksum of EIP-55. */
export function accountsOf(addresses: readonly string[], chainType: ChainType): string[] {
  const own = addresses.flatMap(address => {
    if (IS_ETHEREUM.test(address) !== (chainType === 'ethereum')) return []
    // In lower case: a wrong checksum of a wallet is no reason to refuse the account.
    return chainType === 'ethereum' ? getAddress(address.toLowerCase()) : address
  })
  return [...new Set(own)]
}

/** Ethereum's addresses differ in case by their checksum only; in Solana's, base58, case counts. */
export const isSameAccount = (a: string, b: string): boolean =>
  a === b || (IS_ETHEREUM.test(a) && a.toLowerCase() === b.toLowerCase())
