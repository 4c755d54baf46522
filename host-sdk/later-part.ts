import { PINNED_WALLETS } from 'virtual:pinned-wallets'
import { createLater } from './later.ts'
import { handOver } from './script-part.ts'
import type { RelayPart } from './wallet-relay/ask-wallets.ts'

/** Once for all instances of the page: they have the same first script. */
let relay: (() => Promise<unknown>) | undefined

handOver(
  createLater(async part => {
    relay ??= part?.(PINNED_WALLETS)
    return (await relay?.()) as RelayPart
  }),
)
