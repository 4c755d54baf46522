import type { Address, ConfiguredToken, EthereumChain } from '../../../chains/ethereum/ports.ts'
import type { Price } from '../../explain/numbers.ts'
import type { ChainReader } from './contract-reads.ts'
import { readPrice } from './native-price.ts'

/** A token of the operator's config, in whichever case its address is written. */
export const configuredToken = ({ tokens }: EthereumChain, address: string): ConfiguredToken | undefined =>
  tokens?.find(token => token.address.toLowerCase() === address.toLowerCase())

/**
 * A token's price, by the feed that the operator named for it.
 * @param now unix seconds
 * @returns `null` as `readPrice`, or where there is no feed
 */
export async function readTokenPrice(
  network: ChainReader,
  address: Address,
  now: number,
  signal: AbortSignal,
): Promise<Price | null> {
  const feed = configuredToken(network.chain, address)?.priceFeed ?? null
  return feed === null ? null : readPrice(network, feed, now, signal)
}
