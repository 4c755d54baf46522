import type { PublicState } from '@vitrine/shared/bridge/methods.ts'
import { type Holdings, usableWallets } from '../session/usable-wallets.ts'

/** The session as the page may see it, and the wallets that its providers can use: of nobody's session too. */
export function publicState(holdings: Holdings): PublicState {
  const snapshot = holdings.session.get()
  const user = snapshot.status === 'anonymous' ? null : snapshot.user
  return { authenticated: user !== null, user, wallets: [...usableWallets(holdings)] }
}
