/** A transaction that is said to be a user's. */
export interface Sent {
  readonly chain: string
  readonly hash: string
  readonly address: string
}

/**
 * What a node says became of a transaction:
 * - `confirmed`, `reverted`: it is in the chain, and was sent by the address; with what it moved, as the chain has it.
 * - `pending`: the node does not know, or does not know it in the chain.
 * - `foreign`: it is in the chain, and somebody else's.
 */
export type Answer =
  | { readonly outcome: 'confirmed' | 'reverted'; readonly to?: string; readonly value?: string }
  | { readonly outcome: 'pending' | 'foreign' }
