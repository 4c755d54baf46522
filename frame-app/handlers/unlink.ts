import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { LinkedAccount } from '../link/linkable.ts'
import { unlinkAccount } from '../link/unlink-account.ts'
import type { HandlerContext } from './context.ts'

type Reference = Parameters<FrameHandlers['unlink']>[0]

/** What tells an account from others of its type. */
function isMeant(account: LinkedAccount, reference: Reference): boolean {
  switch (account.type) {
    case 'email':
    case 'wallet':
      return reference.address?.toLowerCase() === account.address.toLowerCase()
    case 'phone':
      return reference.number === account.number
    case 'passkey':
      return reference.credentialId === account.credentialId
    case 'custom_auth':
      return true
  }
}

/** Runs without a screen: it takes nothing that the person could not add again, and never their last way to log in. */
export const unlink =
  ({ session, calls }: Pick<HandlerContext, 'session' | 'calls'>): FrameHandlers['unlink'] =>
  async reference => {
    const now = session.get()
    const linked = now.status === 'authenticated' ? now.user.linkedAccounts : []
    const account = linked.find(each => each.type === reference.type && isMeant(each, reference))
    if (!account)
      throw clientError(
        'linked_account_not_found',
        'This user has no such account. Give one of user.linkedAccounts.',
      )
    return { user: await unlinkAccount(calls, account, new AbortController().signal) }
  }
