import { config, locales } from 'zod/mini'
import { CommandError, EXIT, Refusal, type SecretTools } from './commands/command.ts'
import { hasColor, styled } from './commands/progress.ts'
import { NO_TOOLS, readCommand } from './commands/run.ts'
import { createSecretTools } from './commands/secret-tools.ts'
import { connectDatabase, PATIENT } from './database/connect.ts'
import { useEmbedded } from './database/embedded.ts'
import { prepareEmbedded, prepareExternal } from './database/roles.ts'
import { takeMasterKeys } from './environment-secret.mjs'
import { databaseOf, findMismatch } from './running-servers.ts'
import { readOperatorSettings } from './settings.ts'

const args = process.argv.slice(2)
const end = args.indexOf('--')
const isJson = (end < 0 ? args : args.slice(0, end)).includes('--json')

/** Messages name a command as the operator starts it. npm says so of `npx vitrine`. */
const named = (text: string): string =>
  process.env.npm_command === 'exec' ? text.replaceAll('npm run vitrine --', 'npx vitrine') : text

/** On standard error; a line of JSON where that was asked for. */
const tell = (kind: string, said: string): unknown =>
  process.stderr.write(
    isJson ? `${JSON.stringify({ [kind]: named(said) })}\n` : `${drawn(kind, named(said))}\n`,
  )

const drawn = (kind: string, said: string): string =>
  styled(said, kind === 'error' ? 'red' : 'dim', hasColor(process.stderr, process.env))

/** The headings of a page of the manual stand out. */
const page = (text: string): string =>
  text.replace(/^[A-Z][A-Z ]+$/gm, heading => styled(heading, 'bold', hasColor(process.stdout, process.env)))

/**
 * `npm run vitrine -- …`: the operator's commands, whether or not the server is running. Which database a command works on
 * it says on standard error: an environment without `DATABASE_URL` means another one.
 */
async function run(): Promise<string> {
  const env = takeMasterKeys()
  const command = readCommand(args, process.env)
  if ('help' in command) return page(command.help)
  if (command.isAlone)
    return command.run(null, { ...NO_TOOLS, print: text => process.stdout.write(`${text}\n`) })
  const settings = readOperatorSettings(process.env)
  const { databaseUrl, migrationUrl, dataDir } = settings
  const name = databaseOf(settings)
  tell('database', isJson ? name : `database  ${name}`)
  if (!command.isAnyway) requireSameDatabase(settings)
  const postgres = databaseUrl === null ? await useEmbedded(dataDir) : null
  try {
    const url = postgres?.url ?? migrationUrl ?? databaseUrl ?? ''
    if (!command.takesAsItIs) {
      if (postgres) await prepareEmbedded(url)
      else await prepareExternal({ databaseUrl: databaseUrl ?? '', migrationUrl })
    }
    const { db, close } = connectDatabase(url, 1, command.takesAsItIs ? PATIENT : undefined)
    const { tools, stop } = createSecretTools(db, env, settings)
    const told: SecretTools = { ...tools, tell: line => tell('progress', line) }
    try {
      return await command.run(db, told)
    } finally {
      await stop()
      await close()
    }
  } finally {
    await postgres?.stop()
  }
}

/** @throws Refusal when it would work on another database than the server that was meant */
function requireSameDatabase(settings: ReturnType<typeof readOperatorSettings>): void {
  const servers = findMismatch(settings, process.env)
  if (servers.length === 0) return
  const running = servers.map(it => `  ${it.origin} on ${it.database}, data directory ${it.dataDir}`)
  throw new Refusal(
    [
      `Another database is in use on this machine than ${databaseOf(settings)}:`,
      ...running,
      'Give the command DATABASE_URL and VITRINE_DATA_DIR as that server has them, or add --anyway.',
    ].join('\n'),
  )
}

// The schemas are zod/mini, which brings no sentences of its own.
config(locales.en())

try {
  const output = await run()
  process.stdout.write(`${isJson ? output : named(output)}\n`)
} catch (error) {
  tell('error', error instanceof Error ? error.message : 'The command failed.')
  process.exitCode = error instanceof CommandError ? error.exitStatus : EXIT.failed
}
