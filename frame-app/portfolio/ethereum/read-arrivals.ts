import { getAddress } from 'viem'
import type { ChainReader } from '../../approval/ethereum/reads/contract-reads.ts'
import { exactAmount } from '../../approval/explain/numbers.ts'
import type { Address, Hex } from '../../chains/ethereum/ports.ts'
import { readQuantity } from '../../chains/ethereum/quantity.ts'
import { transactionUrl } from '../../chains/ethereum/transaction-url.ts'
import type { Activity } from '../ports.ts'
import { blockTime, notAhead } from './block-time.ts'
import { type EthereumCoin, heldOn } from './coins.ts'

/** How many blocks back, by what a node remembers: most forget balances after 128 blocks. */
const RANGES = [5_000, 120]
/** Blocks in which the balance changed that are looked at, the newest. */
const MAX_CHANGES = 5
/** Balances that are asked for at most. */
const MAX_BALANCES = 64
/** What was found until then is told. */
const MAX_SEARCH_MS = 4_000
/** Of one block that are listed. */
const MAX_OF_BLOCK = 5

export interface ArrivalsTask {
  readonly wallet: Address
  readonly coin: EthereumCoin
  /** Unix ms. */
  readonly now: number
}

type BalanceAt = (block: number) => Promise<bigint>

/**
 * Native currency that others sent to the wallet, in the last blocks. No log has it, so the blocks are looked for in which the
 * balance changed. What a contract pays out on the way is in no block's list of transactions, and so not here.
 * @throws VitrineError where no node tells
 */
export async function readArrivals(
  network: ChainReader,
  { wallet, coin, now }: ArrivalsTask,
  signal: AbortSignal,
): Promise<readonly Activity[]> {
  const head = Number(readQuantity(await network.request('eth_blockNumber', [], signal)))
  const blocks = await changedBlocks(network, { wallet, head }, signal)
  const arrivals = await Promise.all(
    blocks.map(block => readBlock(network, { wallet, coin, now }, block, signal)),
  )
  signal.throwIfAborted()
  return arrivals.flat()
}

/** Newest first. */
async function changedBlocks(
  network: ChainReader,
  { wallet, head }: { wallet: Address; head: number },
  signal: AbortSignal,
): Promise<readonly number[]> {
  let last: unknown
  for (const range of RANGES)
    try {
      const first = Math.max(0, head - range)
      const known = new Map<number, Promise<bigint>>()
      const balanceAt: BalanceAt = block => {
        const asked =
          known.get(block) ??
          network.request('eth_getBalance', [wallet, `0x${block.toString(16)}`], signal).then(readQuantity)
        known.set(block, asked)
        return asked
      }
      const [before, after] = await Promise.all([balanceAt(first), balanceAt(head)])
      return before === after ? [] : await search(balanceAt, known, first, head)
    } catch (error) {
      signal.throwIfAborted()
      last = error
    }
  throw last
}

/** Halves what lies between two balances that differ, the newer half first. */
async function search(
  balanceAt: BalanceAt,
  known: ReadonlyMap<number, unknown>,
  first: number,
  head: number,
): Promise<readonly number[]> {
  const found: number[] = []
  const open: [number, number][] = [[first, head]]
  const until = performance.now() + MAX_SEARCH_MS
  while (found.length < MAX_CHANGES && known.size < MAX_BALANCES && performance.now() < until) {
    const [low, high] = open.pop() ?? []
    if (low === undefined || high === undefined) break
    if ((await balanceAt(low)) === (await balanceAt(high))) continue
    if (high - low === 1) {
      found.push(high)
      continue
    }
    const middle = Math.floor((low + high) / 2)
    open.push([low, middle], [middle, high])
  }
  return found
}

/** Payments to the wallet in one block that succeeded. Zero is none: a stranger writes such a one for nothing. */
async function readBlock(
  network: ChainReader,
  { wallet, coin, now }: ArrivalsTask,
  block: number,
  signal: AbortSignal,
): Promise<readonly Activity[]> {
  const answer = await network.request<unknown>(
    'eth_getBlockByNumber',
    [`0x${block.toString(16)}`, true],
    signal,
  )
  const { transactions, timestamp } = (answer ?? {}) as { transactions?: unknown; timestamp?: unknown }
  const payments = (Array.isArray(transactions) ? transactions : [])
    .flatMap(it => readPayment(it, wallet) ?? [])
    .slice(0, MAX_OF_BLOCK)
  const succeeded = await Promise.all(
    payments.map(async ({ hash }) => {
      const receipt = await network.request<unknown>('eth_getTransactionReceipt', [hash], signal)
      return (receipt as { status?: unknown } | null)?.status === '0x1'
    }),
  )
  return payments
    .filter((_, index) => succeeded[index])
    .map(
      ({ hash, from, value }): Activity => ({
        id: hash,
        chain: heldOn(network.chain),
        status: 'done',
        way: 'in',
        headline: null,
        amount: `+${exactAmount(value, coin.decimals)} ${coin.symbol}`,
        party: getAddress(from),
        askedBy: null,
        at: notAhead(blockTime(timestamp), now),
        explorerUrl: transactionUrl(network.chain.blockExplorerUrl, hash),
      }),
    )
}

interface Payment {
  readonly hash: Hex
  readonly from: Address
  /** Smallest units, more than nothing. */
  readonly value: bigint
}

function readPayment(transaction: unknown, wallet: Address): Payment | null {
  if (typeof transaction !== 'object' || transaction === null) return null
  const { hash, from, to, value } = transaction as Record<string, unknown>
  const own = wallet.toLowerCase()
  if (!isHex(hash, /^0x[0-9a-f]{64}$/i) || !isHex(from, ADDRESS) || !isHex(to, ADDRESS)) return null
  if (!isHex(value, /^0x[0-9a-f]{1,64}$/i) || BigInt(value) === 0n) return null
  if (to.toLowerCase() !== own || from.toLowerCase() === own) return null
  return { hash: hash.toLowerCase() as Hex, from: from.toLowerCase() as Address, value: BigInt(value) }
}

const ADDRESS = /^0x[0-9a-f]{40}$/i
const isHex = (value: unknown, form: RegExp): value is Hex => typeof value === 'string' && form.test(value)
