import type { ReadableStore } from '../core/store.ts'
import { type HeldWallet, isEmbedded } from './held-wallet.ts'
import type { SessionSnapshot } from './session.ts'

/** Addresses of the wallets that were made here, of who is logged in: what goes there stays the person's. */
export function madeHere(
  session: ReadableStore<SessionSnapshot> | undefined,
  chainType: HeldWallet['chainType'],
): readonly string[] {
  const snapshot = session?.get()
  if (snapshot?.status !== 'authenticated') return []
  // One that is linked is another app's, and a page can have had it connected.
  return snapshot.wallets.filter(it => isEmbedded(it) && it.chainType === chainType).map(it => it.address)
}
