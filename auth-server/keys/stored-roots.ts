import { and, desc, isNull, ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { envelopeKeys, masterKeys, signerRoots } from '../database/key-tables.ts'
import type { SignerClient } from '../signer/operations.ts'
import { readSealedRoots } from '../signer/sealed-roots.ts'

/** The signer's roots as the database has them; `null` before the first start of this release. */
export async function readRoots(db: Database): Promise<string | null> {
  const [latest] = await db
    .select({ sealed: signerRoots.sealed })
    .from(signerRoots)
    .orderBy(desc(signerRoots.generation))
    .limit(1)
  return latest?.sealed ?? null
}

/** @throws Error when there are none */
export async function requireRoots(db: Database): Promise<string> {
  const sealed = await readRoots(db)
  if (sealed === null) throw new Error('The database holds no roots of the signer.')
  return sealed
}

/**
 * Gives the operator's own signer the roots of the database. Where it has none this is the first start of the installation, or of
 * this release of it: then they are made. Of two that make them at once both get the ones that are stored.
 * @throws SignerRefusal `unknown_master_key`, which names the one that the database is sealed under
 */
export async function giveOrMakeRoots(
  db: Database,
  signer: Pick<SignerClient, 'openRoots' | 'makeRoots' | 'readKeyIds'>,
): Promise<void> {
  // Read before the roots: a server that stores them now names its own keys here, which would pass for an earlier release's.
  const named = await db.select({ id: envelopeKeys.id }).from(envelopeKeys)
  const sealed =
    (await readRoots(db)) ??
    (await makeFirst(
      db,
      signer,
      named.map(({ id }) => id),
    ))
  await signer.openRoots({ sealed })
}

/** @param named the keys that envelopes name: releases before named the master key in each */
async function makeFirst(
  db: Database,
  signer: Pick<SignerClient, 'makeRoots' | 'readKeyIds'>,
  named: readonly string[],
): Promise<string> {
  const { masterKeys } = await signer.readKeyIds({})
  const derivedFrom = named.find(id => masterKeys.includes(id)) ?? named[0] ?? null
  const { sealed } = await signer.makeRoots({ derivedFrom })
  return db.transaction(async tx => {
    const { rowCount } = await tx
      .insert(signerRoots)
      .values({ generation: readSealedRoots(sealed).generation, sealed })
      .onConflictDoNothing()
    if (rowCount === 0) return requireRoots(tx as unknown as Database)
    await recordMasterKeys(tx, sealed, derivedFrom)
    await allowKeys(tx, sealed)
    return sealed
  })
}

/** The next generation, in the place of none. @throws unique violation when another has stored it */
export async function storeRoots(tx: Transaction, sealed: string): Promise<void> {
  await tx.insert(signerRoots).values({ generation: readSealedRoots(sealed).generation, sealed })
  await recordMasterKeys(tx, sealed)
  await allowKeys(tx, sealed)
}

/** For the day on which one leaks: see `leaks/exposed.ts`. @param derivedFrom the master key that a first set was derived of */
async function recordMasterKeys(
  tx: Transaction,
  sealed: string,
  derivedFrom: string | null = null,
): Promise<void> {
  const { masterKeyId } = readSealedRoots(sealed)
  const ids = [...new Set([masterKeyId, ...(derivedFrom === null ? [] : [derivedFrom])])]
  await tx
    .insert(masterKeys)
    .values(ids.map(id => ({ id })))
    .onConflictDoUpdate({ target: masterKeys.id, set: { usedUntil: null } })
}

/** Envelopes may name them from now on. */
async function allowKeys(tx: Transaction, sealed: string): Promise<void> {
  const ids = readSealedRoots(sealed).envelopes.map(({ id }) => ({ id }))
  await tx.insert(envelopeKeys).values(ids).onConflictDoNothing()
}

/** What earlier generations hold, a set under an old master key too, is gone then. */
export async function forgetEarlierRoots(tx: Transaction, sealed: string): Promise<void> {
  const { generation, masterKeyId } = readSealedRoots(sealed)
  await tx.delete(signerRoots).where(sql`generation < ${generation}`)
  await tx
    .update(masterKeys)
    .set({ usedUntil: sql`clock_timestamp()` })
    .where(and(ne(masterKeys.id, masterKeyId), isNull(masterKeys.usedUntil)))
}
