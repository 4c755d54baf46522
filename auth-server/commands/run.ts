import type { Database } from '../database/connect.ts'
import { appCommand } from './app.ts'
import { captchaCommand } from './captcha.ts'
import { type Command, CommandError, readArguments } from './command.ts'
import { entryRuleCommand } from './entry-rule.ts'
import { testAccountCommand } from './test-account.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  app: appCommand,
  allow: entryRuleCommand('allow'),
  deny: entryRuleCommand('deny'),
  'test-account': testAccountCommand,
  captcha: captchaCommand,
}

/** Performs an operator's command and returns what to print. @throws CommandError */
export async function runCommand(db: Database, args: readonly string[]): Promise<string> {
  const { positionals, values: options } = readArguments(args)
  const [noun = '', verb, id] = positionals
  const command = Object.hasOwn(COMMANDS, noun) ? COMMANDS[noun] : undefined
  const printed = await command?.run(db, verb, { id, options })
  if (typeof printed === 'string') return printed
  throw new CommandError(usage(command ? [command] : Object.values(COMMANDS)))
}

const usage = (commands: readonly Command[]) =>
  ['Usage:', ...commands.flatMap(each => each.usage).map(line => `  npm run vitrine -- ${line}`)].join('\n')
