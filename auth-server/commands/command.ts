import { type ParseArgsConfig, parseArgs } from 'node:util'
import { findApp } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'
import type { SignerClient } from '../signer/operations.ts'

/** The command cannot be done; the message tells the operator what to write instead. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** What a command about secrets needs besides: only such a one asks the operator for the master key. */
export interface SecretTools {
  /** The wallet origin of this server. */
  readonly origin: string
  /** A signer with this server's master key. @throws CommandError when the key is missing or another one */
  signer(): Promise<SignerClient>
  /** Ids of the master keys at hand (`signer/master-key.ts`); `null`, or absent: none is. @throws SettingsError */
  masterKeyIds?(): Promise<readonly string[] | null>
  /** Has the KMS wrap this server's master key. @throws CommandError or SettingsError */
  wrapKey?(file: string): Promise<void>
  /** Says how far a command is that takes long; absent: nobody hears. */
  tell?(line: string): void
  /** Prints at once, before what the command returns; absent: all is returned. */
  print?(text: string): void
  /** Asks the operator to agree; absent: nobody is there to be asked. */
  confirm?(question: string): Promise<boolean>
  /** Unix ms; absent: by the machine's clock. */
  now?(): number
  /** What was typed at a prompt that does not show it, or came by standard input. */
  readSecret(question: string): Promise<string>
}

/** The commands about one thing, e.g. `app`. */
export interface Command {
  /** One line for each, without the program's name. */
  readonly usage: readonly string[]
  /** Absent: never. Where true, the database is not brought up to date before, and no statement has a time limit. */
  takesAsItIs?(verb: string | undefined): boolean
  /** @returns what to print; `null` when no command reads like this. @throws CommandError */
  run(db: Database, verb: string | undefined, given: Given, secrets: SecretTools): Promise<string | null>
}

/** What follows the verb. */
export interface Given {
  readonly id: string | undefined
  /** What follows the id. */
  readonly more: readonly string[]
  readonly options: Options
}

type Options = ReturnType<typeof parse>['values']

const OPTIONS = {
  app: { type: 'string' },
  name: { type: 'string' },
  origin: { type: 'string', multiple: true },
  file: { type: 'string' },
  chains: { type: 'string' },
  email: { type: 'string' },
  'email-domain': { type: 'string' },
  phone: { type: 'string' },
  wallet: { type: 'string' },
  code: { type: 'string' },
  provider: { type: 'string' },
  'client-id': { type: 'string' },
  'authorization-endpoint': { type: 'string' },
  'token-endpoint': { type: 'string' },
  wallets: { type: 'string', multiple: true },
  url: { type: 'string' },
  events: { type: 'string' },
  out: { type: 'string' },
  wait: { type: 'string' },
  stop: { type: 'boolean' },
  json: { type: 'boolean' },
  tokens: { type: 'boolean' },
  'public-key': { type: 'string' },
  policy: { type: 'string', multiple: true },
  list: { type: 'boolean' },
  after: { type: 'string' },
  'end-sessions': { type: 'boolean' },
  mail: { type: 'boolean' },
  yes: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options']

const parse = (args: readonly string[]) =>
  parseArgs({ args: apart(args), allowPositionals: true, options: OPTIONS })

/**
 * Ids and cursors may begin with a dash, and there is one short option alone: what else begins so is an id, or what the option
 * before it takes.
 */
function apart(args: readonly string[]): string[] {
  const end = args.indexOf('--')
  const written = end < 0 ? args : args.slice(0, end)
  const options: string[] = []
  const positionals: string[] = []
  for (let at = 0; at < written.length; at++) {
    const arg = written[at] ?? ''
    const value = written[at + 1]
    const isOption = arg.startsWith('--') || arg === '-h'
    if (!isOption) positionals.push(arg)
    else if (takesValue(arg) && value !== undefined && !isKnown(value)) {
      options.push(`${arg}=${value}`)
      at++
    } else options.push(arg)
  }
  return [...options, '--', ...positionals, ...(end < 0 ? [] : args.slice(end + 1))]
}

const isKnown = (arg: string): boolean => Object.hasOwn(OPTIONS, arg.split('=', 1)[0]?.slice(2) ?? '')

const takesValue = (arg: string): boolean =>
  Object.entries(OPTIONS).some(([name, { type }]) => arg === `--${name}` && type === 'string')

/** @throws CommandError */
export function readArguments(args: readonly string[]) {
  try {
    return parse(args)
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : 'Unknown option')
  }
}

/** @throws CommandError */
export async function requireApp(db: Database, id: string | undefined) {
  if (id === undefined) throw new CommandError('The app id is missing.')
  const app = await findApp(db, id)
  if (!app) throw new CommandError(`There is no app ${id}. \`npm run vitrine -- app list\` shows them.`)
  return app
}
