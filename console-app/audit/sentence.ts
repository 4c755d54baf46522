import { EVENT_TYPES, type EventType } from '@vitrine/shared/api/activity.ts'
import type { ConsoleAuditEvent } from '@vitrine/shared/api/console/audit.ts'
import { OPERATION_TYPES, type OperationType } from '@vitrine/shared/api/operation.ts'

type Data = ConsoleAuditEvent['data']

/** An event of the audit, as far as its sentence takes it. */
export type Told = Pick<ConsoleAuditEvent, 'type' | 'actor' | 'actor_name' | 'user_id' | 'data'>

/** Who did it, to begin a sentence with. */
export function actorOf({
  actor,
  actor_name,
  user_id,
}: Pick<Told, 'actor' | 'actor_name' | 'user_id'>): string {
  if (actor === 'command') return 'Somebody at the command line'
  if (actor === 'backend') return 'The site’s backend'
  if (actor?.startsWith('operator:')) return actor_name ?? 'An operator who is gone'
  return user_id === null ? 'The server' : 'The person'
}

const list = (words: readonly string[] = []): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
const colon = (words: readonly string[] | undefined) => (words?.length ? `: ${list(words)}` : '')
const named = ({ name, target }: Data) => ((name ?? target) ? ` “${name ?? target}”` : '')
const account = ({ account }: Data) => (account ? ` ${account.type} ${account.name}` : ' a login')
const wallet = ({ address }: Data) => (address ? ` ${address}` : '')
const key = ({ signer, signer_id }: Data) => ` “${signer ?? signer_id ?? 'a key'}”`
/** A field with what it was and is, where the audit has that and a line has room for it. */
const withValues =
  (changes: Data['changes'] = []) =>
  (field: string): string => {
    const change = changes.find(it => it.field === field)
    const [before, after] = [change?.before, change?.after].map(value => JSON.stringify(value))
    const told = `${field} (${before} → ${after})`
    return change && told.length <= 120 ? told : field
  }
const people = (count = 1) => (count === 1 ? 'a user' : `${count} users`)
const hash = ({ hash }: Data) => (hash ? ` ${hash}` : '')

const ENDED = {
  self: 'logged out',
  'other-session': 'was signed out from another of their sessions',
  'all-devices': 'was signed out with all their devices',
  reuse: 'was signed out, because a token of the session was used twice',
  alarm: 'was signed out, because an address said that a change was not theirs',
  denied: 'was signed out, because the app’s rules do not let them in any more',
  // The one that the person or the server never does.
  site: 'signed a user out',
} as const

const OPERATIONS: Readonly<Record<OperationType, (data: Data) => string>> = {
  'app.created': () => 'made the app',
  'app.edited': ({ fields, changes }) => `changed the config${colon(fields?.map(withValues(changes)))}`,
  'app.secret_rotated': () => 'replaced the app secret',
  'app.deleted': data => `deleted the app${named(data)}`,
  'app.sealed': () => 'sealed the settings of the site’s own login',
  'wallets.imported': ({ count }) =>
    `brought in ${count === 1 ? 'a key' : `${count ?? 'the'} keys`} of people`,
  'user.imported': ({ count }) => `brought in ${people(count)}`,
  'user.searched': ({ searched_by, count }) =>
    `${searched_by ? `searched users by ${searched_by.replace('_', ' ')}` : 'looked at the list of users'}${
      count === undefined ? '' : `, ${count} found`
    }`,
  'user.viewed': () => 'looked at a user',
  'user.exported': () => 'took all data of a user out',
  'user.metadata_edited': ({ fields }) => `changed a user’s metadata${colon(fields)}`,
  'user.sessions_revoked': ({ count }) =>
    `ended ${count === 1 ? 'a session' : `${count ?? 'the'} sessions`} of a user`,
  'user.wallet_pregenerated': ({ addresses }) =>
    `made a wallet for somebody who has not come yet${colon(addresses)}`,
  'user.expected_deleted': () => 'took away what waited for somebody who has not come yet',
  'entry_rule.added': data => `added an entry rule${named(data)}`,
  'entry_rule.removed': data => `removed an entry rule${named(data)}`,
  'test_account.added': data => `added a test account${named(data)}`,
  'test_account.removed': data => `removed a test account${named(data)}`,
  'secret.set': data => `set the secret${named(data)}`,
  'secret.removed': data => `removed the secret${named(data)}`,
  'oauth_client.set': data => `set the OAuth client${named(data)}`,
  'oauth_client.removed': data => `removed the OAuth client${named(data)}`,
  'webhook.added': data => `added a webhook${named(data)}`,
  'webhook.removed': data => `removed a webhook${named(data)}`,
  'webhook.replayed': ({ count }) =>
    `sent ${count === undefined || count === 1 ? 'a webhook message' : `${count} webhook messages`} again`,
  'job.retried': ({ count }) =>
    `retried ${count === undefined || count === 1 ? 'a job' : `${count} jobs`} that had been given up`,
  'authorization_key.added': data => `added the key${named(data)}`,
  'authorization_key.removed': data => `removed the key${named(data)}`,
  'policy.added': data => `added the policy${named(data)}`,
  'policy.replaced': data => `replaced the policy${named(data)}`,
  'policy.removed': data => `removed the policy${named(data)}`,
  'keys.made': () => 'made the first keys of the server',
  'keys.rotated': () => 'replaced the master key',
  'keys.leak_handled': () => 'handled the leak of a master key',
  'recovery_key.set': () => 'set the key of the operator’s recovery',
  'signer_key.set': () => 'set the signer’s key',
  'account.restored': () => 'gave an account back to its person',
  'database.restored': () => 'settled a database that was put back',
  'backup.taken': () => 'took a backup',
  'backup.restored': () => 'put a backup back',
  'operator.added': data => `added the operator${named(data)}`,
  'operator.edited': data => `changed the operator${named(data)}`,
  'operator.removed': data => `removed the operator${named(data)}`,
  'operator.authenticated': () => 'signed in to the console',
  'operator.logged_out': () => 'signed out of the console',
}

const EVENTS: Readonly<Record<EventType, (data: Data) => string>> = {
  'user.created': () => 'came for the first time',
  'user.authenticated': data => `logged in with${account(data)}`,
  'user.linked_account': data => `added${account(data)}`,
  'user.unlinked_account': data => `removed${account(data)}`,
  'user.updated_account': ({ account, replaced }) =>
    `changed ${replaced?.name ?? 'a login'} to ${account?.name ?? 'another'}`,
  'user.transferred_account': data => `brought${account(data)} over from another user`,
  'user.merged': () => 'joined another account to this one',
  'user.wallet_created': data => `got the wallet${wallet(data)}`,
  'user.session_ended': ({ ended_by }) => (ended_by === undefined ? 'was signed out' : ENDED[ended_by]),
  'user.mfa_enrolled': ({ mfa_method }) => `added the second factor ${mfa_method ?? ''}`.trim(),
  'user.mfa_removed': ({ mfa_method }) => `removed the second factor ${mfa_method ?? ''}`.trim(),
  'user.mfa_recovery_code_used': () => 'used a recovery code',
  'user.mfa_recovery_codes_renewed': () => 'made new recovery codes',
  'user.mfa_reset_started': () => 'began to reset the second factors',
  'user.mfa_reset_stopped': () => 'stopped the reset of the second factors',
  'user.mfa_reset_completed': () => 'reset the second factors',
  'user.data_exported': () => 'took a copy of their data',
  'user.deleted': ({ addresses }) =>
    `deleted a user${addresses?.length ? `, with the wallets ${list(addresses)}` : ''}`,
  'wallet.signed': ({ method, address }) =>
    `signed with${address ? ` ${address}` : ' a wallet'}${method ? ` (${method})` : ''}`,
  'wallet.imported': data => `brought in the wallet${wallet(data)}`,
  'wallet.exported': ({ address, secret }) =>
    `took the ${secret === 'seed-phrase' ? 'words' : 'key'} of the wallet${address ? ` ${address}` : ''} out`,
  'wallet.recovery_key_requested': () => 'asked for the key of the recovery',
  'wallet.delegated': data => `let the key${key(data)} use the wallet${wallet(data)}`,
  'wallet.delegation_used': data => `had the key${key(data)} use the wallet${wallet(data)}`,
  'wallet.delegation_refused': data => `had the key${key(data)} refused by its policy`,
  'wallet.delegation_revoked': data => `stopped the key${key(data)}`,
  'transaction.broadcasted': data => `sent the transaction${hash(data)}`,
  'transaction.confirmed': data => `saw the transaction${hash(data)} confirmed`,
  'transaction.execution_reverted': data => `saw the transaction${hash(data)} fail on the chain`,
  'transaction.still_pending': data => `waits for the transaction${hash(data)} still`,
}

const SENTENCES = new Map<string, (data: Data) => string>([
  ...Object.entries(OPERATIONS),
  ...Object.entries(EVENTS),
])

/** What was done, as a sentence. What a newer server writes down is told by its name. */
export function sentenceOf(event: Told): string {
  const tell = SENTENCES.get(event.type)
  return `${actorOf(event)} ${tell ? tell(event.data) : `did “${event.type}”`}`
}

/** What can be filtered by: everything of a kind, then each type. */
export const AUDIT_TYPES: readonly string[] = [...OPERATION_TYPES, ...EVENT_TYPES]
export const AUDIT_KINDS: readonly string[] = [
  ...new Set(AUDIT_TYPES.map(type => type.split('.')[0] ?? type)),
]
