import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem'
import type { ChainReader } from '../../approval/ethereum/reads/contract-reads.ts'
import { plausiblePrice } from '../../approval/ethereum/reads/native-price.ts'
import type { Address, Hex, PriceFeed, WatchedAsset } from '../../chains/ethereum/ports.ts'
import type { Snapshot, TimedPrice } from '../kept/snapshot.ts'
import type { EthereumCoin } from './coins.ts'
import { type Call, readCalls } from './read-calls.ts'

const ABI = parseAbi([
  'function balanceOf(address owner) view returns (uint256)',
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
])
/** A chain that got its Multicall3 late is asked for it again. */
const ABSENT_FOR_MS = 24 * 3_600_000

export interface ChainTask {
  readonly wallet: Address
  readonly coins: readonly EthereumCoin[]
  readonly nfts: readonly WatchedAsset[]
  readonly last: Snapshot | undefined
  /** Unix ms. */
  now(): number
}

/** What one chain tells of a wallet, all of one moment. @throws VitrineError as `readCalls` */
export async function readChain(
  network: ChainReader,
  { wallet, coins, nfts, last, now }: ChainTask,
  signal: AbortSignal,
): Promise<Snapshot> {
  let withoutMulticallAt = last?.withoutMulticallAt ?? null
  const feeds = [
    ...new Map(coins.flatMap(({ feed }) => (feed ? [[feed.address, feed] as const] : []))).values(),
  ]
  // What a person added comes last: a contract that burns all gas takes nothing from those before it.
  const calls: Call[] = [
    ...feeds.flatMap(({ address }): Call[] => [
      view(address, encodeFunctionData({ abi: ABI, functionName: 'latestRoundData' })),
      view(address, encodeFunctionData({ abi: ABI, functionName: 'decimals' })),
    ]),
    ...coins.map(
      ({ token }): Call =>
        token === null
          ? { kind: 'balance', of: wallet }
          : view(token, encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [wallet] })),
    ),
    ...nfts.map(asset => view(asset.address, pieceCall(asset, wallet))),
  ]
  const memory = {
    isAbsent: () => withoutMulticallAt !== null && now() - withoutMulticallAt < ABSENT_FOR_MS,
    setAbsent() {
      withoutMulticallAt = now()
    },
  }
  const answers = await readCalls(network, calls, memory, signal)
  const pricesFrom = answers.slice(0, 2 * feeds.length)
  const amountsFrom = answers.slice(2 * feeds.length, 2 * feeds.length + coins.length)
  const piecesFrom = answers.slice(2 * feeds.length + coins.length)

  const byFeed = new Map(
    feeds.flatMap((feed, index) => {
      const price = timedPrice(feed, pricesFrom[2 * index], pricesFrom[2 * index + 1], now() / 1_000)
      return price ? [[feed.address, price] as const] : []
    }),
  )
  return {
    readAt: now(),
    withoutMulticallAt,
    amounts: new Map(
      coins.flatMap(({ key }, index) => {
        const amount = oneWord(amountsFrom[index])
        return amount === null ? [] : [[key, amount] as const]
      }),
    ),
    prices: new Map(
      coins.flatMap(({ key, feed }) => {
        const price = feed && byFeed.get(feed.address)
        return price ? [[key, price] as const] : []
      }),
    ),
    nfts: nfts.filter((asset, index) => isHeld(asset, wallet, oneWord(piecesFrom[index]))).length,
  }
}

const view = (to: Address, data: Hex): Call => ({ kind: 'view', to, data })

const pieceCall = ({ standard, tokenId }: WatchedAsset, wallet: Address): Hex => {
  const id = BigInt(tokenId ?? 0)
  return standard === 'ERC721'
    ? encodeFunctionData({ abi: ABI, functionName: 'ownerOf', args: [id] })
    : encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [wallet, id] })
}

const isHeld = ({ standard }: WatchedAsset, wallet: Address, answer: bigint | null) =>
  answer !== null && (standard === 'ERC721' ? answer === BigInt(wallet) : answer > 0n)

/** One number, and nothing besides: an answer to another question is none. */
const oneWord = (answer: Hex | null | undefined): bigint | null =>
  answer?.length === 66 ? BigInt(answer) : null

function timedPrice(
  feed: PriceFeed,
  round: Hex | null | undefined,
  decimals: Hex | null | undefined,
  now: number,
): TimedPrice | null {
  if (!round || !decimals) return null
  try {
    const [, answer, , updatedAt] = decodeFunctionResult({
      abi: ABI,
      functionName: 'latestRoundData',
      data: round,
    })
    const price = plausiblePrice(feed, { answer, updatedAt, decimals: Number(oneWord(decimals)) }, now)
    return price && { ...price, until: Number(updatedAt) + feed.maxAge }
  } catch {
    return null
  }
}
