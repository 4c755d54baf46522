import type { SentTransaction } from './ports.ts'

/** Two epochs of Ethereum: what is this deep does not change any more. */
const FINAL_DEPTH = 64
/** Chains that seldom make a block: after this long, being in a block is final enough. */
const FINAL_AFTER_MS = 24 * 3_600_000
/** Nodes pass a transaction on within seconds. One that no node knows for this long is shown as unknown, never as failed. */
const DROPPED_AFTER_MS = 30 * 60_000

/** What the chain's nodes say about one transaction. */
export interface Sighting {
  readonly receipt: { readonly blockNumber: number; readonly succeeded: boolean } | null
  /** It waits in a node's pool. */
  readonly isKnown: boolean
  /** The transaction in a block that used the same account and nonce, where it was found and is another one. */
  readonly replacedBy: { readonly blockNumber: number } | null
  readonly head: number
  /** Unix ms. */
  readonly now: number
}

export type Outcome = Pick<SentTransaction, 'status' | 'blockNumber' | 'isFinal'>

/**
 * Decides what became of a sent transaction. A current nonce without a receipt is no failure: the nodes behind one address learn of a
 * block at different times. A block can also be undone (reorganisation), so nothing is final before `FINAL_DEPTH`.
 */
export function outcomeOf({ sentAt }: SentTransaction, seen: Sighting): Outcome {
  const isOld = seen.now - sentAt > FINAL_AFTER_MS
  const isDeep = (blockNumber: number) => isOld || seen.head - blockNumber >= FINAL_DEPTH
  if (seen.receipt) {
    const { blockNumber, succeeded } = seen.receipt
    return { status: succeeded ? 'confirmed' : 'reverted', blockNumber, isFinal: isDeep(blockNumber) }
  }
  if (seen.replacedBy)
    return { status: 'replaced', blockNumber: null, isFinal: isDeep(seen.replacedBy.blockNumber) }
  const isLost = !seen.isKnown && seen.now - sentAt > DROPPED_AFTER_MS
  return { status: isLost ? 'dropped' : 'pending', blockNumber: null, isFinal: isLost && isOld }
}
