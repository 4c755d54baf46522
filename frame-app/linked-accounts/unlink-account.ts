import { accountTypeOf, spokenOf, wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import type { User } from '@vitrine/shared/api/client-user.ts'
import { wireUser } from '@vitrine/shared/api/user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { entryOf, type Way } from '@vitrine/shared/login/registry.ts'
import type { Calls } from '../session/calls.ts'
import type { StepUpBody } from '../step-up/step-up.ts'
import { isEmbedded, type LinkedAccount, subjectOf, unlinkWay } from './linkable.ts'

/**
 * What can be taken away at all.
 * @returns the way that it is a login by
 * @throws VitrineError `cannot_unlink_embedded_wallet` | `not_supported`
 */
export function requireUnlinkable(account: LinkedAccount): Way {
  if (isEmbedded(account))
    throw clientError('cannot_unlink_embedded_wallet', 'A wallet that was made here stays with the account.')
  const way = unlinkWay(account)
  if (way) return way
  const known = wayOfAccount(account)
  throw clientError('not_supported', `A login ${known ? spokenOf(known) : 'of this kind'} cannot be removed.`)
}

/**
 * Takes a way to log in from who is logged in (contract §2).
 * @param removesFactor a passkey that is a second factor is none any more either
 * @throws VitrineError of `requireUnlinkable`, and what the server refuses: above all `cannot_unlink_sole_account`
 */
export async function unlinkAccount(
  calls: Calls,
  account: LinkedAccount,
  proof: StepUpBody,
  signal: AbortSignal,
  removesFactor = false,
): Promise<User> {
  const way = requireUnlinkable(account)
  const { method, provider } = way
  const { field, sent } = subjectOf(account)
  // What a login by this way does not prove, as a contract that a wallet owns, is told from what it does.
  const type = account.type === accountTypeOf(way) ? undefined : account.type
  const body = { [field]: sent, ...(provider && { provider }), ...(type && { type }), ...proof }
  const path = `${entryOf(method).path}/unlink`
  if (!('enrolledInMfa' in account && account.enrolledInMfa && removesFactor))
    return calls.changeUser(path, body, signal)
  // The device signs what takes a factor away.
  return calls.takeUser(await calls.signed(path, { ...body, remove_as_mfa: true }, wireUser, signal))
}
