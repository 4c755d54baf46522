import type { Address, Hex } from '../../../chains/ethereum/ports.ts'
import type { WordKey } from '../../../words/en.ts'

export type Intent = Extract<WordKey, `approval.intent.${string}`>
export type FieldLabel = Extract<WordKey, `approval.field.${string}`>

/**
 * What one call does, as its bytes say it. What only the chain knows stays open: `transferFrom` and `approve` have the
 * same bytes for tokens (ERC-20) and for NFTs (ERC-721), so their number is an amount or an id.
 */
export type Action =
  | { readonly kind: 'send-native'; readonly to: Address; readonly value: bigint }
  | { readonly kind: 'create-contract'; readonly value: bigint; readonly size: number }
  | {
      readonly kind: 'transfer'
      readonly contract: Address
      /** `null`: the wallet that signs. */
      readonly from: Address | null
      readonly to: Address
      /** An amount of the smallest unit, or the id of an NFT. */
      readonly number: bigint
    }
  | {
      readonly kind: 'allow'
      readonly contract: Address
      readonly spender: Address
      readonly number: bigint
      readonly change: 'set' | 'more' | 'less'
      /** Unix seconds; absent: for good. */
      readonly until?: bigint
    }
  | {
      readonly kind: 'allow-all'
      readonly contract: Address
      readonly operator: Address
      readonly isAllowed: boolean
    }
  | {
      readonly kind: 'send-nfts'
      readonly contract: Address
      readonly from: Address
      readonly to: Address
      readonly nfts: readonly {
        readonly id: bigint
        /** ERC-1155; `null` for the single NFT of ERC-721. */
        readonly amount: bigint | null
      }[]
    }
  | KnownCall
  | {
      readonly kind: 'unknown-call'
      readonly contract: Address
      /** First four bytes, or what there is of them. */
      readonly selector: Hex
      readonly size: number
      readonly data: Hex
    }
  | AccountCalls
  /** Another address may act for the contract afterwards, or one may no longer. */
  | {
      readonly kind: 'change-control'
      readonly contract: Address
      /** The function's name. */
      readonly name: string
      /** The address that gets control, e.g. an owner, a module or code; `null`: none. */
      readonly added: Address | null
      /** The address that loses it; `null`: none, or the call does not say. */
      readonly removed: Address | null
      /** How many owners of a Safe have to sign afterwards; `null`: the call does not say. */
      readonly threshold: bigint | null
    }
  /** Code of another contract runs as the account, and can do all that the account can. */
  | { readonly kind: 'delegate'; readonly account: Address; readonly contract: Address }
  /** The account would do something that the bytes do not say, or not in a form that is known. */
  | { readonly kind: 'unread'; readonly account: Address }

/** Calls that another account makes, because it is asked to by this one. */
export interface AccountCalls {
  readonly kind: 'account-calls'
  readonly account: Address
  /** At least one. */
  readonly calls: readonly DecodedCall[]
}

/** A function that a descriptor explains. */
export interface KnownCall {
  readonly kind: 'known-call'
  readonly contract: Address
  /** A word of ours for what it is for. */
  readonly intent: Intent
  readonly signature: string
  readonly fields: readonly CallField[]
  /** The descriptor is for this very contract, not for every contract with such a function. */
  readonly isOfContract: boolean
  /** The fields do not name all that it takes. */
  readonly mayTakeMore: boolean
}

export type CallField = { readonly label: FieldLabel } & (
  | { readonly format: 'address'; readonly value: Address }
  | { readonly format: 'token-amount'; readonly value: bigint; readonly token: Address }
  | { readonly format: 'native-amount'; readonly value: bigint }
  | { readonly format: 'number'; readonly value: bigint }
  | { readonly format: 'date'; readonly value: bigint }
)

/** One call of a transaction, with the calls that it wraps. */
export interface DecodedCall {
  /** Wei that goes with it. */
  readonly value: bigint
  readonly to: Address | null
  readonly data: Hex
  readonly actions: readonly Action[]
}
