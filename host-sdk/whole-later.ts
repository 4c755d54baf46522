import { createLater } from './later.ts'
import { openRelay } from './wallet-relay/relay.ts'

/** All of it in one: for the module, which loads nothing later. */
export const LATER = createLater(async () => ({ openRelay }))
