import type { Database } from '../database/connect.ts'
import { appCommand } from './app.ts'
import { captchaCommand } from './captcha.ts'
import { type Command, CommandError, readArguments, type SecretTools } from './command.ts'
import { entryRuleCommand } from './entry-rule.ts'
import { secretCommand } from './provider-secret.ts'
import { testAccountCommand } from './test-account.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  app: appCommand,
  allow: entryRuleCommand('allow'),
  deny: entryRuleCommand('deny'),
  'test-account': testAccountCommand,
  secret: secretCommand,
  captcha: captchaCommand,
}

/** Performs an operator's command and returns what to print. @throws CommandError */
export async function runCommand(
  db: Database,
  args: readonly string[],
  secrets: SecretTools = NO_SECRETS,
): Promise<string> {
  const { positionals, values: options } = readArguments(args)
  const [noun = '', verb, id, ...more] = positionals
  const command = Object.hasOwn(COMMANDS, noun) ? COMMANDS[noun] : undefined
  const printed = await command?.run(db, verb, { id, more, options }, secrets)
  if (typeof printed === 'string') return printed
  throw new CommandError(usage(command ? [command] : Object.values(COMMANDS)))
}

/** For who has no master key at hand. */
const NO_SECRETS: SecretTools = {
  signer: () => Promise.reject(new CommandError('Secrets are set where the master key is.')),
  readSecret: () => Promise.reject(new CommandError('There is nobody to type a secret.')),
}

const usage = (commands: readonly Command[]) =>
  ['Usage:', ...commands.flatMap(each => each.usage).map(line => `  npm run vitrine -- ${line}`)].join('\n')
