import type { User } from '@vitrine/shared/api/client-user.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Connected } from '../external-wallets/ports.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import type { QueuedKind } from './queue.ts'
import { type Kind, REQUESTS } from './registry.ts'

/** Who is there at the moment at which a request is shown. */
export interface Present {
  /** As the page has them. */
  readonly user: User | undefined
  readonly connected: Connected
}

/**
 * The kind of a request that may be shown now. The session may have ended while the request was read and its code came, or be
 * another person's by now: nobody is there to approve it then. What another wallet app is asked takes no session, but the app: it
 * is the guard of its key.
 * @throws VitrineError `must_be_authenticated`
 */
export function showableKind<K extends Kind>(
  { kind, wallet }: { readonly kind: K; readonly wallet?: HeldWallet },
  { user, connected }: Present,
): QueuedKind<K> {
  const found = REQUESTS[kind] as unknown as QueuedKind<K>
  const isIt = ({ address }: { readonly address: string }) => address === wallet?.address
  const isElsewhere = wallet?.custody === 'external'
  const isAllowed = isElsewhere
    ? connected.wallets.some(isIt)
    : (found.outlivesSession || user) &&
      (!wallet || user?.linkedAccounts.some(it => it.type === 'wallet' && isIt(it)))
  if (!isAllowed) throw clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
  // Its approval goes on when a login ends elsewhere: it never stood on one.
  return isElsewhere ? { ...found, outlivesSession: true } : found
}
