import type { Coin } from './coin.ts'
import type { Snapshot } from './kept/snapshot.ts'

/** A chain of which a wallet's coins are read. */
export interface ChainSource {
  /** Unique among the chains of all families. */
  readonly key: string
  readonly name: string
  readonly coins: readonly Coin[]
  /** All that is shown of it, of one moment. @throws whatever kept it from being read whole */
  read(last: Snapshot | undefined, signal: AbortSignal): Promise<Snapshot>
}

/** The chains of one wallet. */
export interface ChainSources {
  /** At once from the config; what only the chains' own code knows comes later. */
  list(): readonly ChainSource[]
  /** Settles when the list is whole, or cannot be had. Never rejects. */
  load(): Promise<void>
  /**
   * @param onChange the list has changed, or something that the wallet sent has come to its end
   * @returns ends the watching
   */
  watch(onChange: () => void): () => void
}
