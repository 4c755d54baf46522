import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** The page would end the person's sessions on all of their devices. */
export interface LogOutEverywhereRequest {
  readonly id: string
  readonly kind: 'log-out-everywhere'
  /** Who was logged in when the page asked: another person's sessions are not the page's to end by it. */
  readonly userId: string
}

/** `logout` is the kernel's own method: it asks for this where all devices are meant, and for nobody's word else. */
export const logOutEverywhere: RequestKind<LogOutEverywhereRequest, undefined> = {
  dismissal: { type: 'error', error: rejectedByUser },
  // The session ends first: whether the other devices are logged out too, the server has still to say.
  outlivesSession: true,
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).LogOutEverywhereScreen,
  page: null,
}
