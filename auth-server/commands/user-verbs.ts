import { readFile, writeFile } from 'node:fs/promises'
import { accountFacts } from '@vitrine/shared/account/login-facts.ts'
import type { ListedUsers, ManagedUser } from '@vitrine/shared/api/users.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { eq } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import type { Asked } from '../users-api/asked.ts'
import { deleteUser } from '../users-api/delete-user.ts'
import { editMetadata } from '../users-api/edit-metadata.ts'
import { exportUser } from '../users-api/export-user.ts'
import { requireKeysNamed, WalletsNotNamed } from '../users-api/held-keys.ts'
import { listUsers } from '../users-api/list-users.ts'
import { showUser } from '../users-api/managed-user.ts'
import { listUserSessions, revokeUserSessions } from '../users-api/user-sessions.ts'
import { type Answer, type Call, CommandError, Refusal, UsageError, verb } from './command.ts'
import { aligned } from './table.ts'

/** The operations of the users API (`users-api/`), as commands. */

type Place = Pick<Call, 'db' | 'now'>

const userId = { label: 'user id', says: 'as `user list` shows it' } as const
const PAGE = {
  limit: { takes: 'number', says: 'users at once, 1 to 100; 20 when left out' },
  after: { takes: 'cursor', says: 'goes on after the page that ended with it' },
} as const

export const userVerbs = {
  list: verb({
    does: 'lists an app’s users, newest first',
    effect: 'reads',
    app: 'any',
    options: PAGE,
    json: '{"users": [user], "next"}',
    examples: ['user list app_1', 'user list app_1 --limit 100 --json'],
    run: ({ app, options, ...place }) => list(place, app.id, {}, options),
  }),
  search: verb({
    does: 'finds users by one thing that is known of them',
    more: 'What is written counts as it is: % and _ mean themselves.',
    effect: 'reads',
    app: 'any',
    options: {
      email: { takes: 'address', says: 'their email address' },
      'email-prefix': { takes: 'text', says: 'what their email address begins with' },
      phone: { takes: 'number', says: 'their phone number' },
      address: { takes: 'address', says: 'of a wallet of theirs, of any kind' },
      subject: { takes: 'text', says: 'by which a provider, or the site, knows them' },
      type: { takes: 'type', says: 'of the account that the subject is of, e.g. google_oauth' },
      ...PAGE,
    },
    json: '{"users": [user], "next"}',
    examples: ['user search app_1 --email ada@mail.example', 'user search app_1 --address 0x…'],
    run({
      app,
      options: { 'email-prefix': prefix, email, phone, address, subject, type, ...page },
      ...place
    }) {
      const searched = { email, email_prefix: prefix, phone, address, subject, type }
      if (Object.values(searched).every(value => value === undefined))
        throw new UsageError(
          'Say what is known of them: --email, --email-prefix, --phone, --address or --subject.',
        )
      return list(place, app.id, searched, page)
    },
  }),
  show: verb({
    does: 'shows a user, with logins, wallets, metadata and sessions',
    effect: 'reads',
    parameters: { id: userId },
    json: 'a user, and {"sessions": [{"id", "created_at", "used_at", "expires_at", "made_with", "network"}]}',
    examples: ['user show user_1'],
    run: ({ args, ...place }) => show(place, args.id),
  }),
  export: verb({
    does: 'exports all that is stored of a person, as JSON',
    more: 'Keys, seals and hashes of secrets are named in it, and not included. The file can be read by you alone.',
    effect: 'reads',
    parameters: { id: userId },
    options: { out: { takes: 'file', says: 'a new file; standard output when left out' } },
    json: '{"format", "exported_at", "app_id", "user_id", "tables", "not_included"}; with --out {"user_id", "file"}',
    examples: ['user export user_1 --out user_1.json'],
    run: ({ args, options, ...place }) => exportTo(place, args.id, options.out),
  }),
  metadata: verb({
    does: 'changes what the site notes of a user',
    more: 'A value of --set is a number, true or false where it reads as one, and else a text. What is not named stays.',
    effect: 'changes',
    parameters: { id: userId },
    options: {
      set: { takes: 'name=value', says: 'sets one', isMultiple: true },
      unset: { takes: 'name', says: 'removes one', isMultiple: true },
      file: { takes: 'change.json', says: 'an object of names and values, null for what is removed' },
    },
    json: '{"user_id", "custom_metadata"}',
    examples: [
      'user metadata user_1 --set tier=gold --unset trial',
      'user metadata user_1 --file change.json',
    ],
    async run({ args, options: { set, unset, file }, ...place }) {
      if (set.length + unset.length === 0 && file === undefined)
        throw new UsageError('Say what changes: --set, --unset or --file.')
      const change = { ...(file !== undefined && (await readObject(file))), ...readChange(set, unset) }
      return edit(place, args.id, change)
    },
  }),
  'revoke-sessions': verb({
    does: 'logs a user out, everywhere or in one session',
    effect: 'changes',
    parameters: { id: userId },
    options: { session: { takes: 'session id', says: 'this one alone, as `user show` has it' } },
    json: '{"user_id", "revoked"}',
    examples: ['user revoke-sessions user_1', 'user revoke-sessions user_1 --session session_1'],
    run: ({ args, options, ...place }) => revoke(place, args.id, options.session),
  }),
  delete: verb({
    does: 'deletes a user, with all that is stored of them',
    more: 'Name the wallets whose keys go with it: made here, on their devices, imported, or waiting for their login. Every address of the person is told by a message, which a running server sends.',
    effect: 'destroys',
    parameters: { id: userId },
    options: { wallets: { takes: 'address,address…', says: 'exactly these go', isMultiple: true } },
    json: '{"user_id", "deleted"}',
    examples: ['user delete user_1 --wallets 0x…,So1…'],
    async ask({ args, options, ...place }) {
      const named = readAddresses(options.wallets)
      await told(async () => requireKeysNamed(place.db, await askedOf(place, args.id), args.id, named))
      const keys = named.length > 0 ? ` and the keys of ${named.join(', ')}` : ''
      return {
        what: `${args.id} is deleted with all that is stored of them${keys}, for good.`,
        typed: args.id,
      }
    },
    run: ({ args, options, ...place }) => remove(place, args.id, readAddresses(options.wallets)),
  }),
}

const readAddresses = (lists: readonly string[]): string[] =>
  lists
    .flatMap(list => list.split(','))
    .map(address => address.trim())
    .filter(Boolean)

const contextOf = ({ db, now }: Place) => ({ db, now: () => now })

const askedIn = (appId: string): Asked => ({
  appId,
  by: { actor: 'command', thumbprint: null, caller: null },
})

/** Ids of users are of one app each. @throws CommandError */
async function askedOf({ db }: Place, id: string): Promise<Asked> {
  const [user] = await db.select({ appId: users.appId }).from(users).where(eq(users.id, id))
  if (!user)
    throw new CommandError(`There is no user ${id}. \`user search\` finds one by what is known of them.`)
  return askedIn(user.appId)
}

/** An operation, with its refusals as a command has them. */
async function told<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WalletsNotNamed)
      throw new Refusal(
        error.wallets.length > 0
          ? `${error.message} Write --wallets ${error.wallets.join(',')}.`
          : error.message,
      )
    if (!(error instanceof VitrineError)) throw error
    if (error.code === 'invalid_data') throw new UsageError(error.message)
    throw error.code === 'resource_conflict' ? new Refusal(error.message) : new CommandError(error.message)
  }
}

interface PageOptions {
  readonly limit: string | undefined
  readonly after: string | undefined
}

async function list(
  place: Place,
  appId: string,
  searched: Parameters<typeof listUsers>[2],
  { limit, after }: PageOptions,
): Promise<Answer> {
  if (limit !== undefined && !/^([1-9]\d?|100)$/.test(limit))
    throw new UsageError('--limit takes a whole number, from 1 to 100.')
  const page = { cursor: after, limit: limit === undefined ? undefined : Number(limit) }
  const listed = await told(() => listUsers(contextOf(place), askedIn(appId), searched, page))
  return { text: asTable(listed), json: listed }
}

function asTable({ users: listed, next }: ListedUsers): string {
  if (listed.length === 0) return 'There are no such users.'
  const rows = listed.map(user => [
    user.id,
    time(user.created_at),
    user.last_login_at === null ? '-' : time(user.last_login_at),
    namesOf(user).join(', '),
  ])
  const table = aligned([['id', 'created', 'last login', 'known by'], ...rows])
  return next === null ? table : `${table}\n\nThere are more: --after ${next}`
}

/** What a person is known by: of each login what names it. */
const namesOf = ({ linked_accounts: linked }: ManagedUser): string[] =>
  linked.map(account => {
    const named: Readonly<Record<string, unknown>> = { ...account }
    const facts = accountFacts(account.type)
    const subject = facts && 'subject' in facts ? facts.subject : ''
    const name = ['address', 'username', 'name', subject]
      .map(field => named[field])
      .find(value => typeof value === 'string' && value !== '')
    return name === undefined ? account.type : `${account.type} ${name}`
  })

async function show(place: Place, id: string): Promise<Answer> {
  const asked = await askedOf(place, id)
  const ctx = contextOf(place)
  const user = await told(() => showUser(ctx, asked, id))
  const sessions = await told(() => listUserSessions(ctx, asked, id))
  const lines = [
    ['id', user.id],
    ['app', asked.appId],
    ['created', time(user.created_at)],
    ['last login', user.last_login_at === null ? '-' : time(user.last_login_at)],
    ...(user.merged_into === null ? [] : [['became one with', user.merged_into]]),
    ...user.merged_users.map(other => ['took in', other]),
    ...namesOf(user).map(name => ['account', name]),
    ...user.mfa_methods.map(({ type }) => ['second factor', type]),
    ...Object.entries(user.custom_metadata).map(([name, value]) => [
      'metadata',
      `${name}=${JSON.stringify(value)}`,
    ]),
    ...sessions.map(it => [
      'session',
      [it.id, time(it.used_at), it.made_with, it.network].filter(Boolean).join('  '),
    ]),
  ]
  return { text: aligned(lines), json: { ...user, app_id: asked.appId, sessions } }
}

async function exportTo(place: Place, id: string, file: string | undefined): Promise<Answer> {
  const asked = await askedOf(place, id)
  const json = await told(() => exportUser(contextOf(place), asked, id))
  const lines = JSON.stringify(json, null, 2)
  if (file === undefined) return { lines }
  // Never over a file that is there, nor for others on this machine to read.
  await writeFile(file, `${lines}\n`, { flag: 'wx', mode: 0o600 }).catch(error => {
    throw new CommandError(
      `${file} cannot be written: ${error.code === 'EEXIST' ? 'it is there already' : error.code}.`,
    )
  })
  return { text: `All that is stored of ${id} is in ${file}.`, json: { user_id: id, file } }
}

async function readObject(file: string): Promise<object> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`The file ${file} cannot be read.`)
  })
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read
  } catch {
    // The same sentence for both.
  }
  throw new CommandError(`The file ${file} is not a JSON object.`)
}

function readChange(set: readonly string[], unset: readonly string[]): object {
  const named = set.map(it => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(it) ?? []
    if (name === undefined || value === undefined)
      throw new UsageError(`--set takes name=value, and not "${it}".`)
    return [name, readValue(value)] as const
  })
  return Object.fromEntries([...named, ...unset.map(name => [name, null] as const)])
}

const readValue = (text: string): string | number | boolean => {
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?(0|[1-9]\d{0,14})(\.\d{1,15})?$/.test(text) ? Number(text) : text
}

async function edit(place: Place, id: string, change: object): Promise<Answer> {
  const asked = await askedOf(place, id)
  const { custom_metadata } = await told(() => editMetadata(contextOf(place), asked, id, change))
  const rows = Object.entries(custom_metadata).map(([name, value]) => [name, JSON.stringify(value)])
  const text = rows.length > 0 ? aligned(rows) : 'Nothing is noted of this user.'
  return { text, json: { user_id: id, custom_metadata } }
}

async function revoke(place: Place, id: string, sessionId: string | undefined): Promise<Answer> {
  const asked = await askedOf(place, id)
  const revoked = await told(() => revokeUserSessions(contextOf(place), asked, id, sessionId))
  const text =
    revoked === 0 ? 'No such session was active.' : `${revoked} ended. Their tokens no longer work.`
  return { text, json: { user_id: id, revoked } }
}

async function remove(place: Place, id: string, wallets: readonly string[]): Promise<Answer> {
  const asked = await askedOf(place, id)
  await told(() => deleteUser(contextOf(place), asked, id, wallets))
  return { text: `${id} is deleted. Every address of theirs is told.`, json: { user_id: id, deleted: true } }
}

/** @param at unix seconds */
const time = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
