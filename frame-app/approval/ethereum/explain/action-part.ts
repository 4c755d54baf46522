import type { Part } from '../../explain/explanation.ts'
import type { Asset } from '../reads/simulation.ts'

/** What an action states that it spends. Whatever the simulation spends beyond it is a danger. */
export interface Spending {
  readonly asset: Asset
  readonly amount: bigint
}

/** One action of a transaction, explained. */
export type ActionPart = Part & {
  readonly takes?: readonly Spending[]
  /** It may spend more than it states, e.g. a vault's own token: what the simulation adds is then no danger. */
  readonly mayTakeMore?: boolean
  /** It is done to get something, e.g. a swap: a simulation in which nothing arrives is a danger. */
  readonly expectsReturn?: boolean
}
