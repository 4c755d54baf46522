import { asc, eq } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { masterKeys } from '../database/key-tables.ts'
import { readRoots } from '../keys/stored-roots.ts'
import { readSealedRoots } from '../signer/sealed-roots.ts'

/** A master key that somebody else has. */
export interface LeakedKey {
  readonly id: string
  readonly usedFrom: Date
  /** When nothing in the database was sealed under it any more; `null`: something still is. */
  readonly usedUntil: Date | null
  /** The roots were derived of it: they are known without any copy of the database. */
  readonly isSource: boolean
}

/** @returns `null` when the roots were never sealed under such a key, as far as the database knows */
export async function findLeaked(db: Database, id: string): Promise<LeakedKey | null> {
  const [key] = await db.select().from(masterKeys).where(eq(masterKeys.id, id))
  const sealed = await readRoots(db)
  return key && sealed !== null ? { ...key, isSource: readSealedRoots(sealed).id === id } : null
}

/** Ids of the master keys that the database knows of, the first one first. */
export const knownMasterKeys = async (db: Database): Promise<readonly string[]> =>
  (await db.select({ id: masterKeys.id }).from(masterKeys).orderBy(asc(masterKeys.usedFrom))).map(
    ({ id }) => id,
  )
