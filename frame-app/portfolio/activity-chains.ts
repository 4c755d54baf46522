import type { Activity } from './ports.ts'

/** What happened to one wallet, as this browser and its chains know it. */
export interface ActivityChains {
  /** Settles when what was sent from here is known, or cannot be. Never rejects. */
  load(): Promise<void>
  /** What was sent from here, as it is known now. */
  sent(): readonly Activity[]
  /** @param onChange something was sent, or something became of it. @returns ends the watching */
  watch(onChange: () => void): () => void
  readonly sources: () => readonly ActivityChain[]
}

/** One chain that is asked. */
export interface ActivityChain {
  readonly key: string
  /** @throws whatever kept it from being read */
  read(signal: AbortSignal): Promise<readonly Activity[]>
}
