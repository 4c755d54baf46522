import type { Address, EthereumChain } from '../../chains/ethereum/ports.ts'
import type { EmbeddedWallets } from '../../config/embedded-wallets.ts'
import type { Facts } from '../reads/facts.ts'

/** What an explanation is written from, beside the request itself. */
export interface ExplainContext {
  /** The pinned origin. */
  readonly hostOrigin: string
  readonly wallet: Address
  readonly chain: EthereumChain
  readonly priceDisplay: EmbeddedWallets['priceDisplay']
  readonly facts: Facts
}

export const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
