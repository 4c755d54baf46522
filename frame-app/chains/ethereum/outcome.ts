import type { SentTransaction } from './ports.ts'

/** Two epochs of Ethereum: what is this deep does not change any more. */
const FINAL_DEPTH = 64
/** Chains that seldom make a block: after this long, being in a block is final enough. */
const FINAL_AFTER_MS = 24 * 3_600_000
/** A transaction that no node knows for this long is lost; nodes pass one on within seconds. */
const DROPPED_AFTER_MS = 30 * 60_000

/** What the chain's nodes say about one transaction. */
export interface Sighting {
  readonly receipt: { readonly blockNumber: number; readonly succeeded: boolean } | null
  /** It waits in a node's pool. */
  readonly isKnown: boolean
  /** Count of the account's transactions in blocks, read before the receipt. */
  readonly minedNonce: number
  readonly head: number
  /** Unix ms. */
  readonly now: number
}

export type Outcome = Pick<SentTransaction, 'status' | 'blockNumber' | 'isFinal'>

/** What has become of a sent transaction. A block can be undone (reorganisation): until then nothing is final. */
export function outcomeOf({ nonce, sentAt }: SentTransaction, seen: Sighting): Outcome {
  if (seen.receipt) {
    const { blockNumber, succeeded } = seen.receipt
    return {
      status: succeeded ? 'confirmed' : 'reverted',
      blockNumber,
      isFinal: seen.head - blockNumber >= FINAL_DEPTH || seen.now - sentAt > FINAL_AFTER_MS,
    }
  }
  if (seen.minedNonce > nonce) return { status: 'replaced', blockNumber: null, isFinal: true }
  const isLost = !seen.isKnown && seen.now - sentAt > DROPPED_AFTER_MS
  return { status: isLost ? 'dropped' : 'pending', blockNumber: null, isFinal: isLost }
}
