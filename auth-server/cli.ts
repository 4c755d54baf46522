import { config, locales } from 'zod/mini'
import { CommandError, EXIT, type SecretTools } from './commands/command.ts'
import { readCommand } from './commands/run.ts'
import { createSecretTools } from './commands/secret-tools.ts'
import { connectDatabase, nameOfDatabase } from './database/connect.ts'
import { useEmbedded } from './database/embedded.ts'
import { prepareEmbedded, prepareExternal } from './database/roles.ts'
import { takeMasterKeys } from './environment-secret.mjs'
import { readOperatorSettings } from './settings.ts'

const args = process.argv.slice(2)
const end = args.indexOf('--')
const isJson = (end < 0 ? args : args.slice(0, end)).includes('--json')

/** On standard error; a line of JSON where that was asked for. */
const tell = (kind: string, said: string): unknown =>
  process.stderr.write(isJson ? `${JSON.stringify({ [kind]: said })}\n` : `${said}\n`)

/**
 * `npm run vitrine -- …`: the operator's commands, whether or not the server is running. Which database a command works on
 * it says on standard error: an environment without `DATABASE_URL` means another one.
 */
async function run(): Promise<string> {
  const env = takeMasterKeys()
  const command = readCommand(args, process.env)
  if ('help' in command) return command.help
  const settings = readOperatorSettings(process.env)
  const { databaseUrl, migrationUrl, dataDir } = settings
  const name = databaseUrl === null ? `the server's own, in ${dataDir}` : nameOfDatabase(databaseUrl)
  tell('database', isJson ? name : `database  ${name}`)
  const postgres = databaseUrl === null ? await useEmbedded(dataDir) : null
  try {
    const url = postgres?.url ?? migrationUrl ?? databaseUrl ?? ''
    if (postgres) await prepareEmbedded(url)
    else await prepareExternal({ databaseUrl: databaseUrl ?? '', migrationUrl })
    const { db, close } = connectDatabase(url, 1)
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

// The schemas are zod/mini, which brings no sentences of its own.
config(locales.en())

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  tell('error', error instanceof Error ? error.message : 'The command failed.')
  process.exitCode = error instanceof CommandError ? error.exitStatus : EXIT.failed
}
