import { createVitrine, type Vitrine, type VitrineOptions, type VitrineState } from '@vitrine/host-sdk'
import type { Readable } from 'svelte/store'

/** The wallet as a store: `$wallet` is its state, and `wallet.vitrine` what can be asked of it. */
export interface WalletStore extends Readable<VitrineState> {
  readonly vitrine: Vitrine
}

/** On a server the instance does nothing, and its state says that nothing is known yet. */
export function createWallet(options: VitrineOptions): WalletStore {
  const vitrine = createVitrine(options)
  return {
    vitrine,
    subscribe(run) {
      run(vitrine.state)
      return vitrine.subscribe(() => run(vitrine.state))
    },
  }
}
