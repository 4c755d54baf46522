import type { Address } from '../../../chains/ethereum/ports.ts'
import type { FieldLabel, Intent } from './action.ts'

/**
 * Explains one function in words, as data (after ERC-7730's `intent`, `fields` and `format`; the format is our own).
 */
export interface CallDescriptor {
  /** As the contract's source has it, with names for the arguments. */
  readonly abi: `function ${string}`
  readonly intent: Intent
  readonly fields: readonly FieldDescriptor[]
  /** The arguments do not name all that the function takes. */
  readonly mayTakeMore?: boolean
  /** Contracts by chain id for which it holds; absent: for every contract, whose author may mean something else by it. */
  readonly at?: Readonly<Record<number, readonly Address[]>>
}

export interface FieldDescriptor {
  /** Names of arguments and numbers of list items, with dots: `params.tokenIn`, `path.0`, `path.-1` for the last. */
  readonly path: string
  readonly label: FieldLabel
  readonly format:
    | 'address'
    | 'number'
    | 'native-amount'
    /** Unix seconds. */
    | 'date'
    /** Of the token at this path, or of the called contract (`@to`). */
    | { readonly tokenAmount: string }
}
