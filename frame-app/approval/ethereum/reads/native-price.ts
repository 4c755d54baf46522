import { parseAbi } from 'viem'
import type { PriceFeed } from '../../../chains/ethereum/ports.ts'
import type { Price } from '../../explain/numbers.ts'
import { type ChainReader, readView } from './contract-reads.ts'
import { NATIVE_PRICE_FEEDS } from './price-feeds.ts'

const ABI = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
/** Of a feed; more would be no price feed. */
const MAX_DECIMALS = 30

/**
 * The native currency's price: by the feed that the operator named, else by that of a known main network. What is worth
 * nothing has no price: on a test network the operator's word alone counts.
 * @param now unix seconds
 * @returns `null` as `readPrice`, or where there is no feed
 */
export async function readNativePrice(
  network: ChainReader,
  now: number,
  signal: AbortSignal,
): Promise<Price | null> {
  const { id, isTestnet, nativePriceFeed } = network.chain
  const feed = nativePriceFeed ?? (isTestnet ? undefined : NATIVE_PRICE_FEEDS[id])
  return feed === undefined ? null : readPrice(network, feed, now, signal)
}

/**
 * US dollars for one whole unit, by a feed on the chain itself (Chainlink `AggregatorV3Interface`).
 * @param now unix seconds
 * @returns `null` where the answer is missing, not positive, from the future, or too old: no price is better than a wrong one
 */
export async function readPrice(
  network: ChainReader,
  feed: PriceFeed,
  now: number,
  signal: AbortSignal,
): Promise<Price | null> {
  const [round, decimals] = await Promise.all([
    readView(network, feed.address, { abi: ABI, functionName: 'latestRoundData' }, signal),
    readView(network, feed.address, { abi: ABI, functionName: 'decimals' }, signal),
  ])
  if (round === null || decimals === null || decimals > MAX_DECIMALS) return null
  const [, answer, , updatedAt] = round
  const age = now - Number(updatedAt)
  if (answer <= 0n || age > feed.maxAge || age < -feed.maxAge) return null
  return { answer, decimals }
}
