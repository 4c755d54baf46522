import type { Address, Hex } from '../../chains/ethereum/ports.ts'

/**
 * What a signature over typed data lets others do with what the wallet has: the forms that apps use and thieves like.
 * Told by the fields, not by the name of the app, which anybody can write.
 */
export type Promised =
  | {
      readonly kind: 'allow'
      readonly token: Address
      readonly spender: Address
      readonly amount: bigint
      /** Unix seconds until which the spender may spend; absent: for good. */
      readonly until?: bigint
    }
  | {
      readonly kind: 'send'
      readonly token: Address
      readonly to: Address
      readonly amount: bigint
    }
  | { readonly kind: 'order'; readonly gives: readonly Item[]; readonly gets: readonly Item[] }
  | { readonly kind: 'call'; readonly to: Address; readonly value: bigint; readonly data: Hex }
  /** An operator over all that the wallet has at a contract. */
  | {
      readonly kind: 'allow-all'
      readonly contract: Address
      readonly operator: Address
      readonly isAllowed: boolean
    }
  /** A vote for what a shared account (Safe) does. */
  | {
      readonly kind: 'safe-call'
      readonly safe: Address
      readonly to: Address
      readonly value: bigint
      readonly data: Hex
      /** The code at `to` runs as the Safe itself. */
      readonly isDelegate: boolean
    }

export type Item =
  | { readonly kind: 'native'; readonly amount: bigint; readonly party: Address | null }
  | {
      readonly kind: 'coin'
      readonly token: Address
      readonly amount: bigint
      readonly party: Address | null
    }
  | {
      readonly kind: 'piece'
      readonly token: Address
      /** `null`: any piece of the collection that the buyer likes. */
      readonly id: bigint | null
      readonly amount: bigint
      readonly party: Address | null
    }

export interface Recognised {
  readonly promises: readonly Promised[]
  /** The account that the data says it speaks for, where it says one. */
  readonly owner: Address | null
  /** There is more of it that could not be read. */
  readonly isPartial?: boolean
}
