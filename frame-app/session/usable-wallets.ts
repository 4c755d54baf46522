import type { ReadableStore } from '../core/store.ts'
import type { Connected } from '../external-wallets/ports.ts'
import { type HeldWallet, isEmbedded } from './held-wallet.ts'
import type { SessionSnapshot } from './session.ts'

/** Who is logged in, as the page has it, and the wallets of other apps that are connected, which takes nobody. */
export interface Holdings {
  readonly session: ReadableStore<SessionSnapshot>
  readonly connected: ReadableStore<Connected>
}

/**
 * The wallets that a page can use: those that were made here, by index, then those that are connected; the active one before all.
 * A wallet that is linked and not connected is among the user's accounts alone: nobody can ask it.
 */
export function usableWallets({ session, connected }: Holdings): readonly HeldWallet[] {
  const snapshot = session.get()
  const { wallets, active } = connected.get()
  const own: readonly HeldWallet[] =
    snapshot.status === 'anonymous' ? [] : snapshot.wallets.filter(isEmbedded)
  // A page can announce the user's own address, also before they log in: the one whose key is here stands alone for it.
  const made = own.map(({ address }) => address.toLowerCase())
  const others = wallets.filter(({ address }) => !made.includes(address.toLowerCase()))
  return [...own, ...others].sort((a, b) => Number(b.address === active) - Number(a.address === active))
}
