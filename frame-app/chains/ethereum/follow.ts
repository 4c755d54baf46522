import { type Outcome, outcomeOf, type Sighting } from './outcome.ts'
import type { SentTransaction } from './ports.ts'
import { readQuantity } from './quantity.ts'
import { isGivenUp, replacing, winnerOver } from './replacements.ts'
import type { SentTransactions, StoredTransaction } from './sent-transactions.ts'

/** How often the nodes are asked while a transaction waits, and while it is in a block that could still be undone. */
export const PENDING_POLL_MS = 3_000
const CONFIRMED_POLL_MS = 30_000
/** After this long a transaction that still waits is asked about as seldom as one in a block. */
const FRESH_MS = 3_600_000
/** A search that found nothing is repeated after twice the time, up to this. */
const LONGEST_SEARCH_WAIT_MS = 300_000
/** Signed bytes that no node knows are offered again after so many looks. */
const OFFER_EVERY_LOOKS = 5

type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

export interface FollowerParts {
  readonly chainId: number
  readonly sent: SentTransactions
  readonly ask: Ask
  readonly pendingPollMs?: number
}

export interface Follower {
  /** Looks after what is not final, until all of it is; harmless when it does already. */
  follow(): void
}

/**
 * Follows one chain's sent transactions until they are final. A reload starts this anew. A transaction counts as replaced only
 * once the transaction that used its nonce was found in a block; signed bytes that no node knows are broadcast again.
 */
export function createFollower({
  chainId,
  sent,
  ask,
  pendingPollMs = PENDING_POLL_MS,
}: FollowerParts): Follower {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  /** Two nodes behind one address may disagree, so these two answers are believed when they are seen twice. */
  const suspects = new Set<string>()
  /** When the user of a nonce is searched for again, by hash. Nodes that keep no old state never find it. */
  const searches = new Map<string, { readonly at: number; readonly waitMs: number }>()
  /** When signed bytes were last offered, by hash; Unix ms. */
  const offeredAt = new Map<string, number>()

  const offer = (row: StoredTransaction, now: number) => {
    const raw = row.raw ?? row.uncertain?.raw
    if (!raw || now - (offeredAt.get(row.hash) ?? row.sentAt) < OFFER_EVERY_LOOKS * pendingPollMs) return
    offeredAt.set(row.hash, now)
    // The chain decides what becomes of it; a node's refusal of a repetition says nothing.
    void ask('eth_sendRawTransaction', [raw]).catch(() => {})
  }

  const open = () => sent.stored().filter(row => row.chainId === chainId && !row.isFinal)

  const lookAt = async (row: StoredTransaction) => {
    const search = searches.get(row.hash)
    const maySearch = !search || search.at <= Date.now()
    const { didSearch, ...looked } = await sightingOf(ask, row, maySearch, () =>
      winnerOver(row, sent.stored()),
    )
    // One that its own replacement has pushed out of the pools is not lost: what became of it is known with the other.
    const seen = { ...looked, isKnown: looked.isKnown || replacing(row, sent.stored()) !== null }
    if (didSearch && seen.replacedBy === null) {
      const waitMs = Math.min(2 * (search?.waitMs ?? pendingPollMs / 2), LONGEST_SEARCH_WAIT_MS)
      searches.set(row.hash, { at: seen.now + waitMs, waitMs })
    }
    if (!seen.receipt && !seen.isKnown && !seen.replacedBy && !isGivenUp(row, sent.stored()))
      offer(row, seen.now)
    const next = outcomeOf(row, seen)
    const isEnd = next.status === 'replaced' || next.status === 'dropped'
    if (isEnd && !suspects.has(row.hash)) return void suspects.add(row.hash)
    if (!isEnd) suspects.delete(row.hash)
    if (isNews(row, next)) sent.update(row.hash, next)
  }

  const look = async () => {
    timer = undefined
    isLooking = true
    // One that cannot be asked about, such as while offline, does not keep the others from being looked at.
    for (const row of open()) await lookAt(row).catch(() => {})
    isLooking = false
    schedule()
  }

  const schedule = () => {
    const rows = open()
    if (rows.length === 0 || timer !== undefined || isLooking) return
    const isWaiting = rows.some(
      ({ status, sentAt }) => status === 'pending' && Date.now() - sentAt < FRESH_MS,
    )
    timer = setTimeout(look, isWaiting ? pendingPollMs : CONFIRMED_POLL_MS)
  }

  return {
    follow() {
      clearTimeout(timer)
      timer = undefined
      schedule()
    },
  }
}

const isNews = (row: SentTransaction, next: Outcome) =>
  row.status !== next.status || row.blockNumber !== next.blockNumber || row.isFinal !== next.isFinal

async function sightingOf(
  ask: Ask,
  { from, hash, nonce }: SentTransaction,
  maySearch: boolean,
  winner: () => SentTransaction | undefined,
): Promise<Sighting & { readonly didSearch: boolean }> {
  const head = Number(readQuantity(await ask('eth_blockNumber', [])))
  // Before the receipt: the other way round, a block in between would make a mined transaction look replaced.
  const minedNonce = await countAt(ask, from, 'latest')
  const receipt = readReceipt(await ask('eth_getTransactionReceipt', [hash]))
  const isKnown = receipt !== null || (await ask('eth_getTransactionByHash', [hash])) !== null
  const isUsed = receipt === null && minedNonce > nonce
  // The one of this browser that used the nonce needs no search, which many nodes could not answer.
  const { blockNumber = null } = (isUsed ? winner() : undefined) ?? {}
  const didSearch = maySearch && isUsed && blockNumber === null
  const user = didSearch ? await findByNonce(ask, from, nonce, head) : null
  const isOwn = user?.hash === hash.toLowerCase()
  return {
    ...{ receipt, head, didSearch, now: Date.now() },
    isKnown: isKnown || isOwn,
    replacedBy: blockNumber !== null ? { blockNumber } : isOwn ? null : user,
  }
}

const countAt = async (ask: Ask, from: string, block: string) =>
  Number(readQuantity(await ask('eth_getTransactionCount', [from, block])))

/**
 * Finds the transaction in a block that used a nonce of an account, by bisection over the account's count at past blocks.
 * @returns its hash, lower case, and its block; `null` where the node keeps no state that old, or its answers do not fit
 */
export async function findByNonce(
  ask: Ask,
  from: string,
  nonce: number,
  head: number,
): Promise<{ readonly hash: string; readonly blockNumber: number } | null> {
  const isUsedAt = async (block: number) => (await countAt(ask, from, toHex(block))) > nonce
  try {
    let used = head
    let unused = head
    for (let step = 1; unused >= 0 && (await isUsedAt(unused)); step *= 2) {
      used = unused
      unused = used === 0 ? -1 : Math.max(0, used - step)
    }
    // The node at the other end lags behind the one that counted.
    if (unused === head) return null
    while (used - unused > 1) {
      const middle = Math.floor((used + unused) / 2)
      if (await isUsedAt(middle)) used = middle
      else unused = middle
    }
    const { transactions } = Object(await ask('eth_getBlockByNumber', [toHex(used), true]))
    const found = (Array.isArray(transactions) ? transactions : [])
      .map(Object)
      .find(
        it => `${it.from}`.toLowerCase() === from.toLowerCase() && readQuantity(it.nonce) === BigInt(nonce),
      )
    return found ? { hash: `${found.hash}`.toLowerCase(), blockNumber: used } : null
  } catch {
    return null
  }
}

const toHex = (block: number) => `0x${block.toString(16)}`

function readReceipt(answer: unknown): Sighting['receipt'] {
  if (typeof answer !== 'object' || answer === null) return null
  const { blockNumber, status } = answer as { blockNumber?: unknown; status?: unknown }
  if (blockNumber === null || blockNumber === undefined) return null
  return {
    blockNumber: Number(readQuantity(blockNumber)),
    // Chains from before EIP-658 have no status; being in a block is all that can be known.
    succeeded: status === undefined || status === null || readQuantity(status) === 1n,
  }
}
