import type { Holding } from './ports.ts'

/** A coin that a wallet may have, before anything of it was read. */
export interface Coin extends Omit<Holding, 'amount' | 'price'> {
  /** Also while the wallet has none of it. */
  readonly isAlwaysListed: boolean
  /** Where its price stands; `null`: nowhere. */
  readonly feed: object | null
}
