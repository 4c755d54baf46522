import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { isMeant } from '../../linked-accounts/linkable.ts'
import { requireUnlinkable } from '../../linked-accounts/unlink-account.ts'
import type { HandlerContext } from '../context.ts'

/** The person is asked first: a page that was taken over could else remove what they log in with. */
export const unlink =
  ({ session, screens }: Pick<HandlerContext, 'session' | 'screens'>): FrameHandlers['unlink'] =>
  reference => {
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
