import type { PublicState } from '@vitrine/shared/bridge/methods.ts'
import type { SessionSnapshot } from './ports.ts'

/** The session as the page may see it. */
export const publicState = (snapshot: SessionSnapshot): PublicState =>
  snapshot.status === 'anonymous'
    ? { authenticated: false, user: null, wallets: [] }
    : { authenticated: true, user: snapshot.user, wallets: [...snapshot.wallets] }
