import type { PublicState } from '@vitrine/shared/bridge/methods.ts'
import { isEmbedded } from '../session/held-wallet.ts'
import type { SessionSnapshot } from '../session/session.ts'

/**
 * The session as the page may see it. `wallets` are those that the page's providers can use: one of another wallet app is
 * among the user's linked accounts until it can sign here.
 */
export const publicState = (snapshot: SessionSnapshot): PublicState =>
  snapshot.status === 'anonymous'
    ? { authenticated: false, user: null, wallets: [] }
    : { authenticated: true, user: snapshot.user, wallets: snapshot.wallets.filter(isEmbedded) }
