import type { User } from '@vitrine/shared/api/client-user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Calls } from '../kernel/ports.ts'
import type { AccountType, LinkedAccount } from './linkable.ts'

type Unlink<Type extends AccountType> = (account: Extract<LinkedAccount, { type: Type }>) => {
  readonly path: string
  readonly body: object
}

/** The call that takes an account of a type from its user (contract §2); `null` where there is none. */
const UNLINK: { readonly [Type in AccountType]: Unlink<Type> | null } = {
  email: ({ address }) => ({ path: '/passwordless/unlink', body: { address } }),
  phone: ({ number }) => ({ path: '/passwordless_sms/unlink', body: { phoneNumber: number } }),
  passkey: ({ credentialId }) => ({ path: '/passkeys/unlink', body: { credential_id: credentialId } }),
  custom_auth: null,
  wallet: null,
}

export const canUnlink = ({ type }: LinkedAccount): boolean => UNLINK[type] !== null

/**
 * What can be taken away at all.
 * @throws VitrineError `cannot_unlink_embedded_wallet` | `not_supported`
 */
export function requireUnlinkable({ type }: LinkedAccount): Unlink<AccountType> {
  if (type === 'wallet')
    throw clientError('cannot_unlink_embedded_wallet', 'A wallet that was made here stays with the account.')
  const unlink = UNLINK[type] as Unlink<AccountType> | null
  if (!unlink) throw clientError('not_supported', 'A login by the site’s own account cannot be removed.')
  return unlink
}

/**
 * Takes a way to log in from who is logged in.
 * @throws VitrineError of `requireUnlinkable`, and what the server refuses: above all `cannot_unlink_sole_account`
 */
export async function unlinkAccount(
  calls: Calls,
  account: LinkedAccount,
  signal: AbortSignal,
): Promise<User> {
  const { path, body } = requireUnlinkable(account)(account)
  return calls.changeUser(path, body, signal)
}
