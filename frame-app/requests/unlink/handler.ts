import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { isMeant, lacksSubject } from '../../linked-accounts/linkable.ts'
import { requireUnlinkable } from '../../linked-accounts/unlink-account.ts'
import type { HandlerContext } from '../context.ts'

/** The person is asked first: a page that was taken over could else remove what they log in with. */
export const unlink =
  ({ session, screens }: Pick<HandlerContext, 'session' | 'screens'>): FrameHandlers['unlink'] =>
  reference => {
    if (lacksSubject(reference))
      throw clientError(
        'missing_or_invalid_privy_account_id',
        'This names no account: what tells it from others of its type is missing. Give one of user.linkedAccounts.',
      )
    const now = session.get()
    const linked = now.status === 'authenticated' ? now.user.linkedAccounts : []
    const account = linked.find(each => each.type === reference.type && isMeant(each, reference))
    if (!account)
      throw clientError(
        'linked_account_not_found',
        'This user has no such account. Give one of user.linkedAccounts.',
      )
    requireUnlinkable(account)
    return screens.show<'unlink'>({ kind: 'unlink', account })
  }
