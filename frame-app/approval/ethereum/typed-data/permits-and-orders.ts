import type { Address, Hex } from '../../../chains/ethereum/ports.ts'

/**
 * What a signature over typed data lets others do with the wallet's assets: a permit, an order, a transfer by somebody
 * else. Recognised by its fields, not by the name in its domain, which anybody can write.
 */
export type PermitOrOrder =
  | {
      readonly kind: 'permit'
      readonly token: Address
      readonly spender: Address
      readonly amount: bigint
      /** Unix seconds until which the spender may spend; absent: for good. */
      readonly until?: bigint
    }
  | {
      readonly kind: 'transfer'
      readonly token: Address
      readonly to: Address
      readonly amount: bigint
    }
  | { readonly kind: 'order'; readonly gives: readonly Item[]; readonly gets: readonly Item[] }
  | { readonly kind: 'meta-transaction'; readonly to: Address; readonly value: bigint; readonly data: Hex }
  /** An operator over all that the wallet has at a contract. */
  | {
      readonly kind: 'permit-all'
      readonly contract: Address
      readonly operator: Address
      readonly isAllowed: boolean
    }
  /** A vote for what a shared account (Safe) does. */
  | {
      readonly kind: 'safe-transaction'
      readonly safe: Address
      readonly to: Address
      readonly value: bigint
      readonly data: Hex
      /** The code at `to` runs as the Safe itself. */
      readonly isDelegate: boolean
      /** The Safe's payment for gas beside it; `null`: none. */
      readonly refund: {
        /** `null`: native currency. */
        readonly token: Address | null
        /** Smallest units. */
        readonly least: bigint
        /** `null`: whoever sends the transaction. */
        readonly receiver: Address | null
      } | null
    }
  /** The calls of a smart account (ERC-4337). */
  | {
      readonly kind: 'user-operation'
      readonly account: Address
      /** `null`: its hash alone is signed. */
      readonly data: Hex | null
      /** The contract that creates the account first, or the code of an EIP-7702 account; `null`: neither is named. */
      readonly factory: Address | null
      /** More bytes come with it, for the set-up of the account. */
      readonly hasSetUp: boolean
      /** Wei that the account pays for gas at the most; `null`: unknown, or not by the account. */
      readonly maxFee: bigint | null
    }

export type Item =
  | { readonly kind: 'native'; readonly amount: bigint; readonly party: Address | null }
  | {
      readonly kind: 'token'
      readonly token: Address
      readonly amount: bigint
      readonly party: Address | null
    }
  | {
      readonly kind: 'nft'
      readonly token: Address
      /** `null`: any NFT of the collection, by the buyer's choice. */
      readonly id: bigint | null
      readonly amount: bigint
      readonly party: Address | null
    }

export interface Recognised {
  readonly contents: readonly PermitOrOrder[]
  /** The account that the data says it speaks for, where it says one. */
  readonly owner: Address | null
  /** There is more of it that could not be read. */
  readonly isPartial?: boolean
}
