import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { desc } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { tokenKeys } from '../database/schema.ts'
import { namesMasterKey, readMasterKey } from '../master-key.ts'
import type { Settings } from '../settings.ts'
import { connectSigner } from '../signer/client.ts'
import type { SignerClient } from '../signer/operations.ts'
import { startSigner } from '../signer/start.ts'
import { CommandError, type SecretTools } from './command.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * A signer of its own for the commands that seal: it runs as the server's does, for as long as the command, and gets the
 * master key that the environment names, or that of the development server whose data directory it is.
 */
export function createSecretTools(db: Database, env: Environment, settings: Pick<Settings, 'dataDir'>) {
  const { signer: start, stop } = createOwnSigner(env, settings)
  const tools: SecretTools = {
    async signer() {
      const signer = await start()
      await requireSameMasterKey(db, signer)
      return signer
    },
    readSecret: question => (process.stdin.isTTY ? promptFor(question) : text(process.stdin)),
  }
  return { tools, stop }
}

/** The same without a database, which could tell that the master key is another one. */
export function createOwnSigner(env: Environment, { dataDir }: Pick<Settings, 'dataDir'>) {
  const stops: (() => Promise<void>)[] = []
  return {
    async signer(): Promise<SignerClient> {
      const isDevelopment = !namesMasterKey(env) && existsSync(join(dataDir, 'master-key'))
      const masterKey = readMasterKey(env, { dataDir, development: isDevelopment })
      const folder = mkdtempSync(join(tmpdir(), 'vitrine-signer-'))
      stops.push(async () => rmSync(folder, { recursive: true, force: true }))
      const socketPath = join(folder, 'signer.sock')
      // It seals and opens, and so is asked for nothing that an origin would be compared with.
      const origin = 'http://localhost'
      const process = await startSigner({ masterKey, origin, socketPath, restoredMonth: null })
      stops.push(process.stop)
      const signer = connectSigner(socketPath)
      stops.push(signer.close)
      return signer
    },
    async stop(): Promise<void> {
      for (const stop of stops.splice(0).reverse()) await stop()
    },
  }
}

/**
 * What another key sealed the server could not open, and would learn so only when a person waits.
 * @throws CommandError
 */
export async function requireSameMasterKey(db: Database, signer: SignerClient): Promise<void> {
  const [newest] = await db.select().from(tokenKeys).orderBy(desc(tokenKeys.createdAt)).limit(1)
  if (!newest) return
  await signer.openTokenKey({ sealed: newest.sealedPrivateKey }).catch(() => {
    throw new CommandError('This is not the master key of the server with this database.')
  })
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
