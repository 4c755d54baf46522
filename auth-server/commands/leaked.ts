import type { Database } from '../database/connect.ts'
import { describeLeak } from '../leaks/describe.ts'
import { type ExposedWallet, exposedWallets, isCursor } from '../leaks/exposed.ts'
import { findLeaked, knownMasterKeys, type LeakedKey } from '../leaks/leaked-key.ts'
import { tellPeople } from '../leaks/tell-people.ts'
import { endAllAccess } from '../sessions/end-all-access.ts'
import { rotateTokenKey } from '../sessions/rotate-token-key.ts'
import { type Answer, CommandError, type SecretTools, UsageError, verb } from './command.ts'

/**
 * `keys leaked`: what a leaked master key opens, and what an operator can do about it. Nothing is rotated by it, and nothing is done
 * that was not asked for.
 */
export const leaked = verb({
  does: 'says what the leak of a master key means, and does something about it',
  more: 'Changes nothing unless it is told to. Of --list, --end-sessions and --mail one at a time.',
  effect: 'destroys',
  parameters: { id: { label: 'master key id', says: 'as `keys status` names it' } },
  options: {
    list: { says: 'prints every wallet whose key it opens, as CSV or, with --json, a line of JSON each' },
    after: { takes: 'cursor', says: 'goes on with --list after the last line that you have' },
    'end-sessions': { says: 'logs everybody out, and replaces the token-signing key' },
    mail: { says: 'writes one mail to each person whose key it opens' },
  },
  json: '{"master_key_id", "used_until", "is_source", "wallets", "people", "secrets"}; with --list one object a line; with --end-sessions {"sessions_ended", "kid", "signs_from"}; with --mail {"now", "before", "by_phone_alone", "unreached"}',
  examples: ['keys leaked 1a2b3c4d', 'keys leaked 1a2b3c4d --list > wallets.csv'],
  async ask({ db, args, options }) {
    await requireKey(db, args.id, options)
    if (options['end-sessions'])
      return { what: 'This logs out everybody, of every app. What they are about to do is lost.' }
    if (!options.mail) return null
    return {
      what: 'This writes to every person with such a wallet that its keys may be known. It cannot be taken back.',
    }
  },
  async run({ db, args, options, tools, isJson }) {
    const key = await requireKey(db, args.id, options)
    if (options.list) return printAll(db, key, { json: isJson, after: options.after ?? null }, tools)
    if (options['end-sessions']) return endAccess(db, tools)
    if (options.mail) return sendMails(db, key, tools)
    return describeLeak(db, key)
  },
})

interface Asked {
  readonly list: boolean
  readonly mail: boolean
  readonly 'end-sessions': boolean
  readonly after: string | undefined
}

/** @throws CommandError */
async function requireKey(db: Database, id: string, asked: Asked): Promise<LeakedKey> {
  const { list, mail, after } = asked
  if ([list, mail, asked['end-sessions']].filter(Boolean).length > 1)
    throw new UsageError('Write one of --list, --end-sessions and --mail.')
  if (after !== undefined && !list) throw new UsageError('--after goes with --list.')
  const key = await findLeaked(db, id)
  if (key) return key
  const known = (await knownMasterKeys(db)).join(', ')
  throw new CommandError(
    `This database was never sealed under a master key ${id}, as far as it knows. It knows ${known || 'none'}. An envelope key lies in the roots, and leaks with the master key that they are sealed under: name that one.`,
  )
}

/** Prints as it reads: the list of a large installation is in no memory as a whole. */
async function printAll(
  db: Database,
  key: LeakedKey,
  { json, after }: { readonly json: boolean; readonly after: string | null },
  { print, tell }: SecretTools,
): Promise<Answer> {
  if (after !== null && !isCursor(after))
    throw new UsageError('--after takes the cursor of the last line that you have.')
  // Who goes on has the heading already.
  let kept = json || after !== null ? [] : [COLUMNS.join(',')]
  let count = 0
  for await (const batch of exposedWallets(db, key, after)) {
    if (print && kept.length > 0) print(kept.splice(0).join('\n'))
    kept = [...kept, ...batch.map(json ? asJson : asCsv)]
    count += batch.length
    tell?.(`${count} wallets`)
  }
  return { lines: kept.join('\n') }
}

const COLUMNS = [
  'app_id',
  'user_id',
  'chain_type',
  'address',
  'custody',
  'exposure',
  'created_at',
  'emails',
  'phones',
  'told',
  'cursor',
] as const

const fieldsOf = (wallet: ExposedWallet): Record<(typeof COLUMNS)[number], unknown> => ({
  app_id: wallet.appId,
  user_id: wallet.userId,
  chain_type: wallet.chainType,
  address: wallet.address,
  custody: wallet.custody,
  exposure: wallet.exposure,
  created_at: wallet.createdAt.toISOString(),
  emails: wallet.reach.emails,
  phones: wallet.reach.phones,
  told: wallet.isTold,
  cursor: wallet.cursor,
})

const asJson = (wallet: ExposedWallet): string => JSON.stringify(fieldsOf(wallet))

/** RFC 4180. Several addresses stand in one field, with a space between. */
const asCsv = (wallet: ExposedWallet): string =>
  Object.values(fieldsOf(wallet))
    .map(value => quoted(Array.isArray(value) ? value.join(' ') : String(value ?? '')))
    .join(',')

const quoted = (text: string): string => {
  // A spreadsheet takes for a formula what begins so, and people choose their addresses. A number of E.164 is none.
  const safe = /^[=@\t\r-]|^\+(?!\d+$)/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

async function endAccess(db: Database, tools: SecretTools): Promise<Answer> {
  const signer = await tools.signer()
  // First: who has the old key could sign tokens of the sessions to come.
  const { kid, signsFrom } = await rotateTokenKey(db, signer, 'refused')
  const ended = await db.transaction(endAllAccess)
  const text = [
    `Sessions ended  ${ended}`,
    `Token key ${kid} signs from ${signsFrom.toISOString()}. Then the one before is in no JWKS, and its tokens are refused: backends that keep a copy of the JWKS fetch it anew.`,
    'Devices stay: one without a session can do nothing. Second factors stay too; codes of authenticator apps can be made by whoever has the roots.',
  ].join('\n')
  return { text, json: { sessions_ended: ended, kid, signs_from: signsFrom.toISOString() } }
}

async function sendMails(db: Database, key: LeakedKey, tools: SecretTools): Promise<Answer> {
  const told = await tellPeople(db, key, count => tools.tell?.(`${count} people`))
  const text = [
    `Written to now     ${told.now}`,
    `Written to before  ${told.before}`,
    `Phone alone        ${told.byPhoneAlone}`,
    `Neither            ${told.unreached}`,
    'The running servers send the mails, up to 500 a minute. `--list` has the people without an address.',
  ].join('\n')
  const { now, before, byPhoneAlone, unreached } = told
  return { text, json: { now, before, by_phone_alone: byPhoneAlone, unreached } }
}
