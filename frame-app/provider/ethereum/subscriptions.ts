import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import { toQuantity } from '../../chains/ethereum/unsigned-transaction.ts'
import { readCount, readParams, readRecord } from '../../requests/input/fields.ts'
import { EIP_CODE, invalidParams, numbered } from '../../requests/input/provider-error.ts'
import type { Access } from './access.ts'
import type { EthereumContext, EthereumMethod } from './method.ts'

/** More than a page has; each asks the chain's node again and again. */
const MAX_SUBSCRIPTIONS = 20
const POLL_MS = 4_000
/** Of a chain that went on while nobody could ask, the newest. */
const MAX_BLOCKS = 20

/** What came since it was last asked. */
type Next = () => Promise<readonly unknown[]>

/** Subscriptions of each page, by their ids. */
const pages = new WeakMap<Access, Set<string>>()

function runningOf({ access }: EthereumContext & { readonly access: Access }): Set<string> {
  const running = pages.get(access) ?? new Set<string>()
  pages.set(access, running)
  return running
}

/**
 * `eth_subscribe` of geth, by asking: `newHeads`, `logs` with addresses and topics, and `newPendingTransactions` as hashes,
 * where the node has filters. What comes is a `message` of type `eth_subscription` (EIP-1193). It ends when the provider
 * goes to another chain, and with the page. Blocks that a chain takes back are not told.
 * @returns the subscription's id
 */
export const ethSubscribe: EthereumMethod = async (context, call) => {
  const [kind, filter] = readParams(call)
  const start = KINDS.get(kind)
  if (!start) throw invalidParams('eth_subscribe takes "newHeads", "logs" or "newPendingTransactions" first.')
  const running = runningOf(context)
  if (running.size >= MAX_SUBSCRIPTIONS)
    throw numbered(
      'too_many_requests',
      `This page has ${MAX_SUBSCRIPTIONS} subscriptions already. End one by eth_unsubscribe.`,
      EIP_CODE.limitExceeded,
    )
  const id = `0x${crypto.randomUUID().replaceAll('-', '')}`
  running.add(id)
  try {
    const networks = await context.ethereum()
    const chainId = networks.currentOf(call.selected)
    const next = await start(networks.of(chainId), filter)
    const isOver = () => !running.has(id) || networks.currentOf(call.selected) !== chainId
    follow(next, isOver, result => {
      const data = { subscription: id, result }
      context.notices.emit('ethereum', { event: 'message', data: { type: 'eth_subscription', data } })
    }).finally(() => running.delete(id))
    return id
  } catch (error) {
    running.delete(id)
    throw error
  }
}

/** @returns whether there was such a subscription */
export const ethUnsubscribe: EthereumMethod = (context, call) => {
  const [id] = readParams(call)
  return runningOf(context).delete(String(id))
}

async function follow(next: Next, isOver: () => boolean, tell: (result: unknown) => void): Promise<void> {
  for (;;) {
    await new Promise(resolve => setTimeout(resolve, POLL_MS))
    if (isOver()) return
    // A node that does not answer is asked again.
    const results = await next().catch(() => [])
    for (const result of results) {
      if (isOver()) return
      tell(result)
    }
  }
}

const newHeads = async (network: EthereumNetwork): Promise<Next> => {
  const blocks = await newBlocks(network)
  return async () => {
    const range = await blocks()
    if (!range) return []
    const { from, to } = range
    const heads: unknown[] = []
    for (let number = from; number <= to; number++) {
      const block = await network.request<unknown>('eth_getBlockByNumber', [toQuantity(number), false])
      if (typeof block !== 'object' || block === null) break
      const { transactions: _, uncles: __, withdrawals: ___, ...head } = block as Record<string, unknown>
      heads.push(head)
    }
    range.take()
    return heads
  }
}

const logs = async (network: EthereumNetwork, filter: unknown): Promise<Next> => {
  const fields = readRecord(filter ?? {}, 'eth_subscribe: the second parameter')
  const wanted = Object.fromEntries([...fields].filter(([name]) => name === 'address' || name === 'topics'))
  const blocks = await newBlocks(network)
  return async () => {
    const range = await blocks()
    if (!range) return []
    const asked = { ...wanted, fromBlock: toQuantity(range.from), toBlock: toQuantity(range.to) }
    const found = await network.request<unknown>('eth_getLogs', [asked])
    range.take()
    return Array.isArray(found) ? found : []
  }
}

const newPendingTransactions = async (network: EthereumNetwork): Promise<Next> => {
  const open = () => network.request<unknown>('eth_newPendingTransactionFilter', [])
  let filter = await open()
  return async () => {
    try {
      const found = await network.request<unknown>('eth_getFilterChanges', [filter])
      return Array.isArray(found) ? found : []
    } catch (error) {
      // Nodes forget a filter, and the chain's next node never knew it.
      filter = await open()
      throw error
    }
  }
}

/** Blocks since those that were taken; `null` for none. What could not be read stays for the next time. */
async function newBlocks({ request }: EthereumNetwork) {
  const latest = async () => readCount(await request<unknown>('eth_blockNumber', []), 'eth_blockNumber')
  let last = await latest()
  return async () => {
    const to = await latest()
    // A chain that took blocks back goes on from where it is.
    if (to <= last) {
      last = to
      return null
    }
    const from = Math.max(last + 1, to - MAX_BLOCKS + 1)
    const take = () => {
      last = to
    }
    return { from, to, take }
  }
}

/** A `Map`: a name such as `constructor` finds nothing in it. */
const KINDS: ReadonlyMap<unknown, (network: EthereumNetwork, filter: unknown) => Promise<Next>> = new Map<
  unknown,
  (network: EthereumNetwork, filter: unknown) => Promise<Next>
>([
  ['newHeads', newHeads],
  ['logs', logs],
  ['newPendingTransactions', newPendingTransactions],
])
