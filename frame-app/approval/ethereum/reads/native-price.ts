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
/** For one whole unit: what is said to be worth more is a mistake or a lie. */
const MAX_DOLLARS = 1_000_000_000n

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
 * @returns `null` where the answer is missing, not positive, absurd, from the future, or too old: no price is better than a wrong one
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
  if (round === null || decimals === null) return null
  const [, answer, , updatedAt] = round
  return plausiblePrice(feed, { answer, updatedAt, decimals }, now)
}

/** What a feed says. */
export interface FeedAnswer {
  readonly answer: bigint
  /** Unix seconds. */
  readonly updatedAt: bigint
  readonly decimals: number
}

/** @param now unix seconds. @returns `null` as `readPrice` */
export function plausiblePrice(
  { maxAge }: PriceFeed,
  { answer, updatedAt, decimals }: FeedAnswer,
  now: number,
): Price | null {
  const age = now - Number(updatedAt)
  if (decimals > MAX_DECIMALS || answer <= 0n || answer > MAX_DOLLARS * 10n ** BigInt(decimals)) return null
  return age > maxAge || age < -maxAge ? null : { answer, decimals }
}
