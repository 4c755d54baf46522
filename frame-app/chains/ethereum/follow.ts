import { type Outcome, outcomeOf, type Sighting } from './outcome.ts'
import type { SentTransaction } from './ports.ts'
import { readQuantity } from './quantity.ts'
import type { SentTransactions } from './sent-transactions.ts'

/** How often the nodes are asked while a transaction waits, and while it is in a block that could still be undone. */
export const PENDING_POLL_MS = 3_000
const CONFIRMED_POLL_MS = 30_000

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

/** Follows one chain's sent transactions until they are final (issue: also after a reload, which starts this anew). */
export function createFollower({
  chainId,
  sent,
  ask,
  pendingPollMs = PENDING_POLL_MS,
}: FollowerParts): Follower {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLooking = false
  /** Two nodes behind one address may disagree: what would end the following is believed when it is seen twice. */
  const suspects = new Set<string>()

  const open = () => sent.all.get().filter(row => row.chainId === chainId && !row.isFinal)

  const lookAt = async (row: SentTransaction) => {
    const next = outcomeOf(row, await sightingOf(ask, row))
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
    const isWaiting = rows.some(({ status }) => status === 'pending')
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

async function sightingOf(ask: Ask, { from, hash }: SentTransaction): Promise<Sighting> {
  const head = Number(readQuantity(await ask('eth_blockNumber', [])))
  // Before the receipt: the other way round, a block in between would make a mined transaction look replaced.
  const minedNonce = Number(readQuantity(await ask('eth_getTransactionCount', [from, 'latest'])))
  const receipt = readReceipt(await ask('eth_getTransactionReceipt', [hash]))
  const isKnown = receipt !== null || (await ask('eth_getTransactionByHash', [hash])) !== null
  return { receipt, isKnown, minedNonce, head, now: Date.now() }
}

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
