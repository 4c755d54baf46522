import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../database/connect.ts'
import { giveOrMakeRoots } from '../keys/stored-roots.ts'
import type { MasterKeys } from '../master-key.ts'
import { connectSigner } from '../signer/client.ts'
import type { SignerClient } from '../signer/operations.ts'
import { SignerRefusal } from '../signer/refusal.ts'
import { startSigner } from '../signer/start.ts'
import { CommandError } from './command.ts'

/**
 * Starts a signer of the operator's own: it runs as the server's does, with the roots of the database, and does besides what the
 * server's does not (`OPERATORS_OWN`). A database without roots gets them. It ends with its client.
 * @param code the signer's; see `readProcessCode`, by which it is read when absent
 * @throws CommandError when the master key is not the one that the database is sealed under
 */
export async function startOperatorSigner(
  db: Database,
  { masterKey, previousMasterKey = null }: MasterKeys,
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
    const told = { masterKey, previousMasterKey, origin, socketPath, restoredMonth: null, isOperators: true }
    const process = await startSigner({ ...told, ...(code && { code }) })
    stops.push(process.stop)
    const signer = connectSigner(socketPath)
    stops.push(signer.close)
    await giveOrMakeRoots(db, signer)
    return { ...signer, close }
  } catch (error) {
    await close()
    if (error instanceof SignerRefusal && error.code === 'unknown_master_key')
      throw new CommandError(`This is not the master key of the server with this database. ${error.message}`)
    throw error
  }
}
