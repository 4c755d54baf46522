import { wayOfAccount } from '@vitrine/shared/account/login-facts.ts'
import { addressTypes } from '@vitrine/shared/account/schemas.ts'
import type { ActivityItem, EventData } from '@vitrine/shared/api/activity.ts'
import { LOGIN_VIEWS } from '../../../login/registry.ts'
import type { LoginMethodView } from '../../../login-method/login-method.ts'
import { WAY_NAMES } from '../../../mfa/ways.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'

/** What happened, in a sentence; what the event does not name is left out of it. */
export function sayEvent({ type, data }: Pick<ActivityItem, 'type' | 'data'>): string {
  const account = accountName(data.account)
  const address = shortAddress(data.address ?? '')
  switch (type) {
    case 'user.created':
      return say('history.created')
    case 'user.authenticated':
      return account ? say('history.loggedInWith', { account }) : say('history.loggedIn')
    case 'user.linked_account':
      return say('history.linked', { account: account ?? say('held.login') })
    case 'user.unlinked_account':
      return say('history.unlinked', { account: account ?? say('held.login') })
    case 'user.updated_account':
      return say('history.updated', { replaced: accountName(data.replaced) ?? '', account: account ?? '' })
    case 'user.transferred_account':
      return say('history.transferred', { account: account ?? say('held.login') })
    case 'user.merged':
      return say('history.merged')
    case 'user.wallet_created':
      return say('history.walletCreated', { address })
    case 'user.session_ended':
      return say(ENDED[data.ended_by ?? 'self'])
    case 'user.mfa_enrolled':
      return say('history.mfaEnrolled', { method: methodName(data) })
    case 'user.mfa_removed':
      return say('history.mfaRemoved', { method: methodName(data) })
    case 'user.mfa_recovery_code_used':
      return say('history.mfaRecoveryUsed')
    case 'user.mfa_recovery_codes_renewed':
      return say('history.mfaRenewed')
    case 'user.mfa_reset_started':
      return say('history.mfaResetStarted')
    case 'user.mfa_reset_stopped':
      return say('history.mfaResetStopped')
    case 'user.mfa_reset_completed':
      return say('history.mfaResetCompleted')
    case 'user.data_exported':
      return say('history.dataExported')
    case 'user.deleted':
      return say('history.deleted')
    case 'wallet.signed':
      return say(SIGNED.get(data.method) ?? 'history.signedData')
    case 'wallet.imported':
      return say('history.imported', { address })
    case 'wallet.exported':
      return say('history.exported', { address })
    case 'wallet.recovery_key_requested':
      return say('history.recoveryKeyRequested')
    case 'wallet.delegated':
      return say('history.delegated', { name: data.signer ?? '', address })
    case 'wallet.delegation_used':
      return say('history.delegationUsed', { name: data.signer ?? '', address })
    case 'wallet.delegation_refused':
      return say(REFUSED.get(data.rule) ?? 'history.delegationOther', { name: data.signer ?? '' })
    case 'wallet.delegation_revoked':
      return say('history.delegationRevoked', { name: data.signer ?? '', address })
    case 'transaction.broadcasted':
      return say('history.sent')
    case 'transaction.confirmed':
      return say('history.confirmed')
    case 'transaction.execution_reverted':
      return say('history.reverted')
    case 'transaction.still_pending':
      return say('history.stillPending')
  }
}

const methodName = ({ mfa_method: method }: EventData) => (method ? WAY_NAMES[method]() : '')

const ENDED = {
  self: 'history.loggedOut',
  'other-session': 'history.signedOut',
  'all-devices': 'history.loggedOutAll',
  reuse: 'history.endedForSafety',
  alarm: 'history.endedForSafety',
  denied: 'history.endedForSafety',
  site: 'history.endedForSafety',
} as const satisfies Record<NonNullable<EventData['ended_by']>, string>

const SIGNED: ReadonlyMap<string | undefined, `history.signed${string}` & Parameters<typeof say>[0]> =
  new Map([
    ['personal_sign', 'history.signedMessage'],
    ['signMessage', 'history.signedMessage'],
    ['eth_signTypedData', 'history.signedData'],
    ['eth_signTypedData_v4', 'history.signedData'],
    ['eth_signTransaction', 'history.signedTransaction'],
    ['signTransaction', 'history.signedTransaction'],
    ['eth_sign7702Authorization', 'history.signedAuthorization'],
  ] as const)

/** By the rule that refused a delegate. */
const REFUSED: ReadonlyMap<
  string | undefined,
  `history.delegation${'Refused' | 'Expired' | 'Contract' | 'Recipient'}`
> = new Map([
  ['limit', 'history.delegationRefused'],
  ['expired', 'history.delegationExpired'],
  ['contract', 'history.delegationContract'],
  ['recipient', 'history.delegationRecipient'],
] as const)

/** An address, as much of it as is kept; of what has none, as a passkey, the word for its kind. */
function accountName(account: EventData['account']): string | null {
  if (!account) return null
  const { type, name } = account
  if (type === 'wallet' || (addressTypes as readonly string[]).includes(type)) return name
  const way = wayOfAccount({ type })
  const view: Partial<LoginMethodView> = way ? LOGIN_VIEWS[way.method] : {}
  // Only its type is known of the account by now: the word for its kind is what the view makes of that.
  return view.accountName?.({ type } as never) ?? null
}
