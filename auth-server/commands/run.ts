import type { Database } from '../database/connect.ts'
import { appCommand } from './app.ts'
import { authorizationKeysCommand } from './authorization-keys.ts'
import { backupCommand } from './backup.ts'
import { captchaCommand } from './captcha.ts'
import { type Command, CommandError, readArguments, type SecretTools } from './command.ts'
import { entryRuleCommand } from './entry-rule.ts'
import { keysCommand } from './keys.ts'
import { oauthCommand } from './oauth.ts'
import { policiesCommand } from './policies.ts'
import { secretCommand } from './provider-secret.ts'
import { recoveryCommand } from './recovery.ts'
import { restoreCommand } from './restore.ts'
import { signerKeyCommand } from './signer-key.ts'
import { telegramCommand } from './telegram.ts'
import { testAccountCommand } from './test-account.ts'
import { userCommand } from './user.ts'
import { walletsCommand } from './wallets.ts'
import { webhookCommand } from './webhook.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  app: appCommand,
  allow: entryRuleCommand('allow'),
  deny: entryRuleCommand('deny'),
  'test-account': testAccountCommand,
  secret: secretCommand,
  oauth: oauthCommand,
  telegram: telegramCommand,
  captcha: captchaCommand,
  webhook: webhookCommand,
  recovery: recoveryCommand,
  wallets: walletsCommand,
  'authorization-keys': authorizationKeysCommand,
  policies: policiesCommand,
  user: userCommand,
  backup: backupCommand,
  restore: restoreCommand,
  keys: keysCommand,
  'signer-key': signerKeyCommand,
}

/** Not a command that works on the database: it is `signer-main.ts` and does not end. */
const SIGNER = { usage: ['signer'] }

/** What the operator wrote: a question that needs no database, or work on one. */
type Written =
  | { readonly help: string }
  | {
      /** It works on the database as it is, which is not brought up to date before. */
      readonly takesAsItIs: boolean
      /** @returns what to print. @throws CommandError */
      run(db: Database, secrets: SecretTools): Promise<string>
    }

/** Reads a command. What is none is refused before there is a database. @throws CommandError */
export function readCommand(args: readonly string[]): Written {
  const { positionals, values: options } = readArguments(args)
  const isHelp = options.help === true || positionals[0] === 'help'
  const [noun = '', verb, id, ...more] = positionals[0] === 'help' ? positionals.slice(1) : positionals
  const command = Object.hasOwn(COMMANDS, noun) ? COMMANDS[noun] : undefined
  const help = usage(command ? [command] : [...Object.values(COMMANDS), SIGNER])
  if (isHelp) return { help }
  if (!command?.usage.some(line => readsAs(line, noun, verb))) throw new CommandError(help)
  return {
    takesAsItIs: command.takesAsItIs?.(verb) ?? false,
    async run(db, secrets) {
      const printed = await command.run(db, verb, { id, more, options }, secrets)
      if (printed === null) throw new CommandError(help)
      return printed
    },
  }
}

/** Whether a line of a command's usage means what was written; `<file>` in the verb's place means any word. */
function readsAs(line: string, noun: string, verb: string | undefined): boolean {
  const written = verb === undefined || line.startsWith(`${noun} <`) ? noun : `${noun} ${verb}`
  return line === written || line.startsWith(`${written} `)
}

/** Performs an operator's command and returns what to print. @throws CommandError */
export async function runCommand(
  db: Database,
  args: readonly string[],
  secrets: SecretTools = NO_SECRETS,
): Promise<string> {
  const written = readCommand(args)
  return 'help' in written ? written.help : written.run(db, secrets)
}

/** For who has no master key at hand. */
const NO_SECRETS: SecretTools = {
  origin: '',
  signer: () => Promise.reject(new CommandError('Secrets are set where the master key is.')),
  readSecret: () => Promise.reject(new CommandError('There is nobody to type a secret.')),
}

const usage = (commands: readonly Pick<Command, 'usage'>[]) =>
  ['Usage:', ...commands.flatMap(each => each.usage).map(line => `  npm run vitrine -- ${line}`)].join('\n')
