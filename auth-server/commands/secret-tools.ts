import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Database } from '../database/connect.ts'
import { type MasterKeys, namesMasterKey, readMasterKeys } from '../master-key.ts'
import type { Settings } from '../settings.ts'
import { CommandError, type SecretTools } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { wrapToFile } from './wrap-key.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * A signer of its own for the commands that seal: it runs as the server's does, for as long as the command, and gets the
 * master key that the environment names, or that of the development server whose data directory it is.
 */
export function createSecretTools(
  db: Database,
  env: Environment,
  {
    dataDir,
    origin,
    consoleOrigin = null,
  }: Pick<Settings, 'dataDir' | 'origin'> & Partial<Pick<Settings, 'consoleOrigin'>>,
) {
  const stops: (() => Promise<void>)[] = []
  const readKeys = async (): Promise<MasterKeys> => {
    const isDevelopment = !namesMasterKey(env) && existsSync(join(dataDir, 'master-key'))
    if (!isDevelopment && !namesMasterKey(env))
      throw new CommandError(
        'VITRINE_MASTER_KEY_FILE is not set: this command needs the master key as the server has it.',
      )
    return readMasterKeys(env, { dataDir, development: isDevelopment })
  }
  const tools: SecretTools = {
    origin,
    consoleOrigin,
    async signer() {
      const signer = await startOperatorSigner(db, await readKeys())
      stops.push(signer.close)
      return signer
    },
    wrapKey: async file => wrapToFile(await readKeys(), env, file),
    tell: line => process.stderr.write(`${line}\n`),
    print: text => process.stdout.write(`${text}\n`),
    ...(process.stdin.isTTY && { confirm: agreesTo }),
    readSecret: question => (process.stdin.isTTY ? promptFor(question) : text(process.stdin)),
  }
  return {
    tools,
    async stop(): Promise<void> {
      for (const stop of stops.splice(0).reverse()) await stop()
    },
  }
}

async function agreesTo(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  lines.once('SIGINT', () => process.exit(130))
  try {
    return (await lines.question(question)).trim().toLowerCase() === 'yes'
  } finally {
    lines.close()
  }
}

/** Does not show what is typed. */
async function promptFor(question: string): Promise<string> {
  process.stderr.write(question)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output, terminal: true })
  lines.once('SIGINT', () => process.exit(130))
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
