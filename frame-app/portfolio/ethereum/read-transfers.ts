import { getAddress, pad } from 'viem'
import type { ChainReader } from '../../approval/ethereum/reads/contract-reads.ts'
import { exactAmount } from '../../approval/explain/numbers.ts'
import type { Address, Hex } from '../../chains/ethereum/ports.ts'
import { readQuantity } from '../../chains/ethereum/quantity.ts'
import { transactionUrl } from '../../chains/ethereum/transaction-url.ts'
import { shortAddress } from '../../ui/short-address.ts'
import type { Activity } from '../ports.ts'
import { blockTime, notAhead } from './block-time.ts'
import { type EthereumCoin, heldOn } from './coins.ts'
import { readTransfer, type Transfer } from './transfer.ts'

/** Topic of ERC-20's `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** How many blocks back, by what a node allows: the next where it refuses. */
const RANGES = [20_000, 2_000, 200]
/** Transactions that are listed, and so blocks whose time is asked at most. */
const MAX_TRANSACTIONS = 20
/** More events in one answer are not looked at. */
const MAX_EVENTS = 1_000

export interface TransfersTask {
  readonly wallet: Address
  readonly coins: readonly EthereumCoin[]
  /** Unix ms. */
  readonly now: number
}

/**
 * Transfers of the coins that a wallet shows, in the last blocks. Other contracts are not asked about: anybody can have one
 * write that somebody was paid.
 * @throws VitrineError where no node tells
 */
export async function readTransfers(
  network: ChainReader,
  { wallet, coins, now }: TransfersTask,
  signal: AbortSignal,
): Promise<readonly Activity[]> {
  const byToken = new Map(
    coins.flatMap(coin => (coin.token ? [[coin.token.toLowerCase(), coin] as const] : [])),
  )
  if (byToken.size === 0) return []
  const head = Number(readQuantity(await network.request('eth_blockNumber', [], signal)))
  const events = await readEvents(network, { wallet, tokens: [...byToken.keys()], head }, signal)
  const transfers = events.flatMap(event => readTransfer(event, wallet, head) ?? [])
  const newest = byTransaction(transfers.filter(({ token }) => byToken.has(token))).slice(0, MAX_TRANSACTIONS)
  const times = await readTimes(network, newest.flat(), signal)
  return newest.map(([first, ...others]): Activity => {
    const coin = byToken.get(first.token)
    const ways = new Set([first, ...others].map(({ way }) => way))
    return {
      id: first.hash,
      chain: heldOn(network.chain),
      status: 'done',
      way: ways.size === 1 ? first.way : 'other',
      headline: null,
      // Of several, none is the amount.
      amount: others.length === 0 && coin ? amountOf(first, coin) : null,
      party: others.length === 0 && first.way !== 'other' ? partyOf(first) : null,
      askedBy: null,
      at: notAhead(times.get(first.block) ?? null, now),
      explorerUrl: transactionUrl(network.chain.blockExplorerUrl, first.hash),
    }
  })
}

/** What is made or destroyed has no other side. */
const partyOf = ({ party }: Transfer) => (BigInt(party) === 0n ? null : getAddress(party))

function amountOf(
  { way, value }: Transfer,
  { symbol, decimals, borrows, token }: EthereumCoin,
): string | null {
  // A copy of a trusted coin does not pass for it where there is no room to say so.
  const name = borrows !== null && token ? shortAddress(token) : symbol
  const amount = `${exactAmount(value, decimals)} ${name}`
  return way === 'out' ? `−${amount}` : way === 'in' ? `+${amount}` : null
}

async function readEvents(
  network: ChainReader,
  { wallet, tokens, head }: { wallet: Address; tokens: readonly string[]; head: number },
  signal: AbortSignal,
): Promise<readonly unknown[]> {
  const own = pad(wallet).toLowerCase()
  let last: unknown
  for (const range of RANGES)
    try {
      const fromBlock = `0x${Math.max(0, head - range).toString(16)}`
      const ask = (topics: readonly (string | null)[]) =>
        network.request<unknown>(
          'eth_getLogs',
          [{ address: tokens, fromBlock, toBlock: 'latest', topics }],
          signal,
        )
      const answers = await Promise.all([ask([TRANSFER, own]), ask([TRANSFER, null, own])])
      return answers.flatMap(answer => (Array.isArray(answer) ? answer.slice(-MAX_EVENTS) : []))
    } catch (error) {
      signal.throwIfAborted()
      last = error
    }
  throw last
}

/** Newest first; one transfer from the wallet to itself is in both answers, and stands once. */
function byTransaction(transfers: readonly Transfer[]): [Transfer, ...Transfer[]][] {
  const distinct = new Map(transfers.map(it => [`${it.hash} ${it.place}`, it]))
  const groups = new Map<Hex, [Transfer, ...Transfer[]]>()
  for (const transfer of distinct.values()) {
    const group = groups.get(transfer.hash)
    if (group) group.push(transfer)
    else groups.set(transfer.hash, [transfer])
  }
  return [...groups.values()].sort(([a], [b]) => b.block - a.block || b.place - a.place)
}

/** Unix ms by block: as the event says, where the node adds it, else as the block does. */
async function readTimes(
  network: ChainReader,
  transfers: readonly Transfer[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, number>> {
  const times = new Map(transfers.flatMap(({ block, at }) => (at === null ? [] : [[block, at] as const])))
  const unknown = [...new Set(transfers.map(({ block }) => block))].filter(block => !times.has(block))
  await Promise.all(
    unknown.map(async block => {
      const answer = await network
        .request<unknown>('eth_getBlockByNumber', [`0x${block.toString(16)}`, false], signal)
        .catch(() => null)
      const time = blockTime((answer as { timestamp?: unknown } | null)?.timestamp)
      if (time !== null) times.set(block, time)
    }),
  )
  signal.throwIfAborted()
  return times
}
