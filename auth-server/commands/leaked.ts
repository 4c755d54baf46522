import type { Database } from '../database/connect.ts'
import { describeLeak } from '../leaks/describe.ts'
import { type ExposedWallet, exposedWallets, isCursor } from '../leaks/exposed.ts'
import { findLeaked, knownMasterKeys, type LeakedKey } from '../leaks/leaked-key.ts'
import { tellPeople } from '../leaks/tell-people.ts'
import { endAllAccess } from '../sessions/end-all-access.ts'
import { rotateTokenKey } from '../sessions/rotate-token-key.ts'
import { CommandError, type Given, type SecretTools } from './command.ts'

export const LEAKED_USAGE = [
  'keys leaked <master key id>              (what the leak of a master key means; changes nothing)',
  'keys leaked <master key id> --list [--json] [--after <cursor>]',
  'keys leaked <master key id> --end-sessions [--yes]',
  'keys leaked <master key id> --mail [--yes]',
]

/**
 * `keys leaked`: what a leaked master key opens, and what an operator can do about it. Nothing is rotated by it, and nothing is done
 * that was not asked for.
 * @returns what to print; `null` when no command reads like this. @throws CommandError
 */
export async function leaked(
  db: Database,
  { id, more, options }: Given,
  tools: SecretTools,
): Promise<string | null> {
  const { list = false, mail = false, 'end-sessions': endSessions = false, json = false, after } = options
  const asked = [list, mail, endSessions].filter(Boolean).length
  if (id === undefined || more.length > 0 || asked > 1 || (!list && (json || after !== undefined)))
    return null
  const key = await findLeaked(db, id)
  if (!key) {
    const known = (await knownMasterKeys(db)).join(', ')
    throw new CommandError(
      `This database was never sealed under a master key ${id}, as far as it knows. It knows ${known || 'none'}. An envelope key lies in the roots, and leaks with the master key that they are sealed under: name that one.`,
    )
  }
  const isYes = options.yes === true
  if (list) return printAll(db, key, { json, after: after ?? null }, tools)
  if (endSessions) return endAccess(db, isYes, tools)
  if (mail) return sendMails(db, key, isYes, tools)
  return describeLeak(db, key)
}

/** Prints as it reads: the list of a large installation is in no memory as a whole. */
async function printAll(
  db: Database,
  key: LeakedKey,
  { json, after }: { readonly json: boolean; readonly after: string | null },
  { print, tell }: SecretTools,
): Promise<string> {
  if (after !== null && !isCursor(after))
    throw new CommandError('--after takes the cursor of the last line that you have.')
  // Who goes on has the heading already.
  let kept = json || after !== null ? [] : [COLUMNS.join(',')]
  let count = 0
  for await (const batch of exposedWallets(db, key, after)) {
    if (print && kept.length > 0) print(kept.splice(0).join('\n'))
    kept = [...kept, ...batch.map(json ? asJson : asCsv)]
    count += batch.length
    tell?.(`${count} wallets`)
  }
  return kept.join('\n')
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

async function endAccess(db: Database, isYes: boolean, tools: SecretTools): Promise<string> {
  await agree(tools, isYes, 'This logs out everybody, of every app. What they are about to do is lost.')
  const signer = await tools.signer()
  // First: who has the old key could sign tokens of the sessions to come.
  const { kid, signsFrom } = await rotateTokenKey(db, signer, 'refused')
  const ended = await db.transaction(endAllAccess)
  return [
    `Sessions ended  ${ended}`,
    `Token key ${kid} signs from ${signsFrom.toISOString()}. Then the one before is in no JWKS, and its tokens are refused: backends that keep a copy of the JWKS fetch it anew.`,
    'Devices stay: one without a session can do nothing. Second factors stay too; codes of authenticator apps can be made by whoever has the roots.',
  ].join('\n')
}

async function sendMails(db: Database, key: LeakedKey, isYes: boolean, tools: SecretTools): Promise<string> {
  await agree(
    tools,
    isYes,
    'This writes to every person with such a wallet that its keys may be known. It cannot be taken back.',
  )
  const told = await tellPeople(db, key, count => tools.tell?.(`${count} people`))
  return [
    `Written to now     ${told.now}`,
    `Written to before  ${told.before}`,
    `Phone alone        ${told.byPhoneAlone}`,
    `Neither            ${told.unreached}`,
    'The running servers send the mails, up to 500 a minute. `--list` has the people without an address.',
  ].join('\n')
}

/** @throws CommandError when the operator does not agree, or is not there to be asked */
async function agree({ confirm }: SecretTools, isYes: boolean, what: string): Promise<void> {
  if (isYes) return
  if (!confirm) throw new CommandError(`${what} Nobody is there to be asked: add --yes.`)
  if (!(await confirm(`${what} Go on? (yes/no) `))) throw new CommandError('Nothing was done.')
}
