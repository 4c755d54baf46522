import type { Address } from '../../../chains/ethereum/ports.ts'
import { ask, type ChainReader } from './contract-reads.ts'

/** EIP-7702: code of an account that has lent itself a contract's code. */
const DELEGATION = /^0xef0100[0-9a-f]{40}$/i

/** What stands at an address: a contract, an account of a person, or such an account with borrowed code. */
export type AccountKind = 'contract' | 'eoa' | 'delegated-eoa'

/** @returns `null` when the node does not answer */
export async function readAccountKind(
  network: ChainReader,
  address: Address,
  signal: AbortSignal,
): Promise<AccountKind | null> {
  const code = await ask<unknown>(network, 'eth_getCode', [address, 'latest'], signal)
  if (typeof code !== 'string' || !code.startsWith('0x')) return null
  if (code === '0x') return 'eoa'
  return DELEGATION.test(code) ? 'delegated-eoa' : 'contract'
}
