import { parseArgs } from 'node:util'
import { findApp } from '../apps/registry.ts'
import type { Database } from '../database/connect.ts'

/** The command cannot be done; the message tells the operator what to write instead. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}

/** The commands about one thing, e.g. `app`. */
export interface Command {
  /** One line for each, without the program's name. */
  readonly usage: readonly string[]
  /** @returns what to print; `null` when no command reads like this. @throws CommandError */
  run(db: Database, verb: string | undefined, given: Given): Promise<string | null>
}

/** What follows the verb. */
export interface Given {
  readonly id: string | undefined
  readonly options: Options
}

type Options = ReturnType<typeof parse>['values']

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
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
    },
  })

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
