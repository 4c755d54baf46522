import { parseAbi } from 'viem'
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
 * The native currency's price, by a feed on the chain itself (Chainlink `AggregatorV3Interface`).
 * @param now unix seconds
 * @returns `null` where the chain has no feed, or its answer is missing, not positive, from the future, or too old: no
 *   price is better than a wrong one
 */
export async function readNativePrice(
  network: ChainReader,
  now: number,
  signal: AbortSignal,
): Promise<Price | null> {
  const feed = NATIVE_PRICE_FEEDS[network.chain.id]
  if (feed === undefined || network.chain.isTestnet) return null
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
