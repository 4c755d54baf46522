import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { tokenKeys } from '../database/schema.ts'
import { connectSigner } from '../signer/client.ts'
import type { SignerClient } from '../signer/operations.ts'
import { startSigner } from '../signer/start.ts'
import { CommandError } from './command.ts'

/**
 * Starts a signer of the operator's own: it runs as the server's does, and seals besides what the server's does not
 * (`OPERATORS_OWN`). It ends with its client.
 * @param db `null`: none is asked whether it is this key's
 * @param code what `bundleSigner` made; made here when absent
 * @throws CommandError when the master key is not that of the database's server
 */
export async function startOperatorSigner(
  db: Database | null,
  masterKey: Buffer,
  code?: Uint8Array,
): Promise<SignerClient> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-signer-'))
  const socketPath = join(folder, 'signer.sock')
  const stops = [async () => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop()
  }
  try {
    // It seals and opens, and so is asked for nothing that an origin would be compared with.
    const origin = 'http://localhost'
    const told = { masterKey, origin, socketPath, restoredMonth: null, isOperators: true }
    const process = await startSigner({ ...told, ...(code && { code }) })
    stops.push(process.stop)
    const signer = connectSigner(socketPath)
    stops.push(signer.close)
    if (db !== null) await requireSameMasterKey(db, signer)
    return { ...signer, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * What another key sealed the server could not open, and would learn so only when a person waits.
 * @throws CommandError
 */
async function requireSameMasterKey(db: Database, signer: SignerClient): Promise<void> {
  const [newest] = await db.select().from(tokenKeys).orderBy(desc(tokenKeys.createdAt)).limit(1)
  if (!newest) return
  await signer.openTokenKey({ sealed: newest.sealedPrivateKey }).catch(() => {
    throw new CommandError('This is not the master key of the server with this database.')
  })
}
