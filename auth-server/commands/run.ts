import manifest from '../../package.json' with { type: 'json' }
import type { Database } from '../database/connect.ts'
import { agree } from './agree.ts'
import { apart, readArguments, type Written } from './arguments.ts'
import { type Answer, type Call, CommandError, requireApp, type SecretTools, UsageError } from './command.ts'
import { completion } from './completion.ts'
import { manual } from './manual.ts'
import { COMMANDS } from './registry.ts'
import { synopsis, withUsage } from './synopsis.ts'

/** What the operator wrote: a question that needs no database, or work on one. */
type Read =
  | { readonly help: string }
  | {
      /** Whether it works on a database that no server of this machine has. */
      readonly isAnyway: boolean
      /** It works on the database as it is, which is not brought up to date before. */
      readonly takesAsItIs: boolean
      /** It needs neither database nor key: `run` takes `null` for the one, and `tools` of no secrets. */
      readonly isAlone: boolean
      /** @returns what to print. @throws CommandError */
      run(db: Database | null, tools: SecretTools): Promise<string>
    }

/**
 * Reads a command. What is none is refused before there is a database.
 * @param env `VITRINE_APP` of it. @throws UsageError
 */
export function readCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Read {
  const { options, positionals } = apart(COMMANDS, args)
  if (args.length === 1 && args[0] === '--version') return { help: manifest.version }
  const isHelp = positionals[0] === 'help'
  if (isHelp || options.includes('--help')) {
    const [noun, verb] = isHelp ? positionals.slice(1) : positionals
    return { help: manual(COMMANDS, noun, verb) }
  }
  if (positionals[0] === 'completion') return { help: completion(COMMANDS, positionals.slice(1)) }
  const written = readArguments(COMMANDS, args)
  return {
    isAnyway: written.options.anyway === true,
    isAlone: written.declared.isAlone ?? false,
    takesAsItIs: written.declared.takesAsItIs?.(written.args) ?? false,
    run: (db, tools) => perform(written, db, tools, env.VITRINE_APP),
  }
}

/** Performs an operator's command and returns what to print. @throws CommandError */
export async function runCommand(
  db: Database | null,
  args: readonly string[],
  tools: SecretTools = NO_TOOLS,
): Promise<string> {
  const read = readCommand(args)
  return 'help' in read ? read.help : read.run(db, tools)
}

async function perform(
  { noun, verb, declared, appId, args, options }: Written,
  db: Database | null,
  tools: SecretTools,
  named: string | undefined,
): Promise<string> {
  const isJson = options.json === true
  const fallback = appId === undefined && declared.app === 'any' && named ? named : undefined
  if (fallback !== undefined) tools.tell?.(`app  ${fallback}, by VITRINE_APP`)
  const given = declared.isAlone ? undefined : (appId ?? fallback)
  if (declared.app && declared.app !== 'optional' && given === undefined)
    throw new UsageError(withUsage('The app id is missing.', synopsis(noun, verb, declared)))
  const app = given === undefined || db === null ? null : await requireApp(db, given)
  const now = tools.now?.() ?? Date.now()
  const call: Call = { db, app, args, options, isJson, tools, now } as Call
  try {
    const question = (await declared.ask?.(call)) ?? null
    if (options.yes === true && question === null)
      throw new UsageError('--yes has no effect here: nothing would be asked.')
    if (question !== null && question !== 'harmless' && options.yes !== true) await agree(tools, question)
    return printed(await declared.run(call), isJson)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(withUsage(error.message, synopsis(noun, verb, declared)))
  }
}

function printed(answer: Answer, isJson: boolean): string {
  if (typeof answer === 'string') return isJson ? JSON.stringify({ message: answer }, null, 2) : answer
  if ('lines' in answer) return answer.lines
  return isJson ? JSON.stringify(answer.json, null, 2) : answer.text
}

/** For who has no master key at hand. */
export const NO_TOOLS: SecretTools = {
  origin: '',
  signer: () => Promise.reject(new CommandError('Secrets are set where the master key is.')),
  readSecret: () => Promise.reject(new CommandError('There is nobody to type a secret.')),
}
