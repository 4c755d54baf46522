import { config, locales } from 'zod/mini'
import { runCommand } from './commands/run.ts'
import { createSecretTools } from './commands/secret-tools.ts'
import { connectDatabase } from './database/connect.ts'
import { useEmbedded } from './database/embedded.ts'
import { migrate } from './database/migrate.ts'
import { readOperatorSettings } from './settings.ts'

/** `npm run vitrine -- …`: the operator's commands, whether or not the server is running. */
async function run(args: readonly string[]): Promise<string> {
  const settings = readOperatorSettings(process.env)
  const postgres = settings.databaseUrl === null ? await useEmbedded(settings.dataDir) : null
  try {
    const { db, close } = connectDatabase(postgres?.url ?? settings.databaseUrl ?? '', 1)
    try {
      await migrate(db)
      const { tools, stop } = createSecretTools(db, process.env, settings)
      try {
        return await runCommand(db, args, tools)
      } finally {
        await stop()
      }
    } finally {
      await close()
    }
  } finally {
    await postgres?.stop()
  }
}

// The schemas are zod/mini, which brings no sentences of its own.
config(locales.en())

try {
  process.stdout.write(`${await run(process.argv.slice(2))}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : 'The command failed.'}\n`)
  process.exitCode = 1
}
