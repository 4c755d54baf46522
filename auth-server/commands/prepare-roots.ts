import { connectDatabase, type Database } from '../database/connect.ts'
import { readRoots, requireRoots } from '../keys/stored-roots.ts'
import type { MasterKeys } from '../master-key.ts'
import { masterKeyId } from '../signer/master-key.ts'
import { readSealedRoots, unknownMasterKey } from '../signer/sealed-roots.ts'
import { CommandError } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'

/**
 * Before the signer starts: makes its roots at the first start of an installation, or of this release of it, and refuses a
 * database that is sealed under a master key that was not given.
 * @param keys `null`: the signer runs apart
 * @throws Error with a sentence
 */
export const prepareRoots = (ownerUrl: string, keys: MasterKeys | null, code: Uint8Array): Promise<void> =>
  at(ownerUrl, async db => {
    const known = await readRoots(db)
    if (known !== null && keys) requireMasterKey(known, keys)
    if (known !== null) return
    if (!keys)
      throw new CommandError(
        'The database holds nothing for the signer yet: run `npm run vitrine -- keys init` once, with the master key that the signer has.',
      )
    const signer = await startOperatorSigner(db, keys, code)
    await signer.close()
  })

/** What a signer that starts works with. */
export const readRootsAt = (ownerUrl: string): Promise<string> => at(ownerUrl, requireRoots)

function requireMasterKey(sealed: string, { masterKey, previousMasterKey }: MasterKeys): void {
  const given = [masterKey, ...(previousMasterKey ? [previousMasterKey] : [])].map(masterKeyId)
  const { masterKeyId: needed } = readSealedRoots(sealed)
  if (!given.includes(needed))
    throw unknownMasterKey(
      needed,
      given.map(id => ({ id })),
    )
}

async function at<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const { db, close } = connectDatabase(url, 1)
  try {
    return await work(db)
  } finally {
    await close()
  }
}
