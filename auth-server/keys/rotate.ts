import { setTimeout as delay } from 'node:timers/promises'
import { ne, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { envelopeKeys } from '../database/key-tables.ts'
import { isForeignKeyViolation, isUniqueViolation } from '../database/violations.ts'
import type { SignerClient } from '../signer/operations.ts'
import { readSealedRoots, type SealedRoots } from '../signer/sealed-roots.ts'
import { countEnvelopes, rewrapAll } from './rewrap.ts'
import { forgetEarlierRoots, requireRoots, storeRoots } from './stored-roots.ts'

const PAUSE_MS = 250

/** What keeps a rotation from going on; the message is for the operator. */
export class RotationError extends Error {
  override readonly name = 'RotationError'
}

interface Rotation {
  readonly db: Database
  /** The operator's own. */
  readonly signer: Pick<SignerClient, 'readKeyIds' | 'openRoots' | 'advanceRoots' | 'rewrap'>
  /** How far it is. */
  tell(line: string): void
  /** In the transaction of the first step, and of the last. */
  record?(tx: Transaction, step: 'begun' | 'completed'): Promise<void>
}

/**
 * Seals the roots under the master key that the signer was given first, and every envelope under a new key, while servers go on.
 * Each step is one transaction, and what is left to do stands in the database: it may be killed at any moment and begun again.
 *
 * 1. The next set of roots has one key more, which seals from then on; envelopes may name it.
 * 2. Every running server works with that set: none seals under an old key any more.
 * 3. What names an old key is sealed anew.
 * 4. The old keys are retired. Postgres refuses that while a row names one, and refuses every row that names one from then on.
 *
 * @returns the roots as they are then
 * @throws RotationError
 */
export async function rotateKeys(rotation: Rotation): Promise<SealedRoots> {
  const { db, signer, tell } = rotation
  const roots = await begin(rotation)
  await signer.openRoots({ sealed: await requireRoots(db) })
  await untilAllRead(rotation, roots.generation)
  for (let unreadable: readonly string[] = []; ; ) {
    const named = (await countEnvelopes(db)).filter(it => it.keyId !== currentOf(roots))
    const left = named.reduce((sum, it) => sum + it.envelopes, 0)
    tell(`${left} left`)
    if (unreadable.length > 0 && left <= unreadable.length) throw cannotOpen(unreadable)
    if (left === 0 && (await retire(rotation))) return readSealedRoots(await requireRoots(db))
    const old = [...new Set(named.map(it => it.keyId))]
    const pass = await rewrapAll(db, signer, old, (table, done) => tell(`${table}: ${done} sealed anew`))
    unreadable = pass.unreadable
    // A row that somebody held, or a retirement that a row came before.
    if (pass.done === 0) await delay(PAUSE_MS)
  }
}

/** Adds a key, unless that was done by one that was killed since. */
async function begin({ db, signer, tell, record }: Rotation): Promise<SealedRoots> {
  const sealed = await requireRoots(db)
  const known = readSealedRoots(sealed)
  const { masterKeys } = await signer.readKeyIds({})
  const [masterKey = ''] = masterKeys
  if (known.envelopes.length > 1 && known.masterKeyId === masterKey) {
    tell(`going on with key ${currentOf(known)}`)
    return known
  }
  await requireGivenEverywhere(db, masterKey)
  const next = await signer.advanceRoots({ sealed, change: 'add-key' })
  const roots = readSealedRoots(next.sealed)
  try {
    await db.transaction(async tx => {
      await storeRoots(tx, next.sealed)
      await record?.(tx, 'begun')
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw new RotationError('Somebody else rotates keys at this moment: run it again.')
  }
  tell(`roots ${roots.generation} under master key ${masterKey}; new key ${currentOf(roots)}`)
  return roots
}

/** A server whose signer lacks the master key could open nothing any more. @throws RotationError */
async function requireGivenEverywhere(db: Database, masterKey: string): Promise<void> {
  const { rows } = await db.execute<{ lacking: number }>(sql`
    select count(*)::int as lacking from key_readers
    where expires_at > clock_timestamp() and not (${masterKey} = any (master_keys))`)
  const lacking = rows[0]?.lacking ?? 0
  if (lacking > 0)
    throw new RotationError(
      `${lacking} of the running servers ${lacking === 1 ? 'has' : 'have'} a signer that was not given the master key ${masterKey}. Start every server with the new and the previous one, then run this again.`,
    )
}

/** Servers look for new roots every few seconds. One that is not heard of any more can write nothing: see `follow-roots.ts`. */
async function untilAllRead({ db, tell }: Rotation, generation: number): Promise<void> {
  for (let told = -1; ; ) {
    const { rows } = await db.execute<{ behind: number }>(sql`
      select count(*)::int as behind from key_readers
      where expires_at > clock_timestamp() and generation < ${generation}`)
    const behind = rows[0]?.behind ?? 0
    if (behind === 0) return
    if (behind !== told)
      tell(`waiting for ${behind} running ${behind === 1 ? 'server' : 'servers'} to take the new key`)
    told = behind
    await delay(PAUSE_MS)
  }
}

/** @returns `false`: a row names an old key by now, or another rotation was faster */
async function retire({ db, signer, tell, record }: Rotation): Promise<boolean> {
  const before = await requireRoots(db)
  const known = readSealedRoots(before)
  if (known.envelopes.length === 1) return true
  const { sealed } = await signer.advanceRoots({ sealed: before, change: 'drop-old-keys' })
  const roots = readSealedRoots(sealed)
  try {
    await db.transaction(async tx => {
      // Waits for each row that is being written under one of them, and then is refused by it.
      await tx.delete(envelopeKeys).where(ne(envelopeKeys.id, currentOf(roots)))
      await storeRoots(tx, sealed)
      await forgetEarlierRoots(tx, sealed)
      await record?.(tx, 'completed')
    })
  } catch (error) {
    if (isForeignKeyViolation(error) || isUniqueViolation(error)) return false
    throw error
  }
  const old = known.envelopes.slice(0, -1).map(({ id }) => id)
  tell(`retired ${old.join(', ')}`)
  return true
}

export const currentOf = ({ envelopes }: Pick<SealedRoots, 'envelopes'>): string => envelopes.at(-1)?.id ?? ''

const cannotOpen = (unreadable: readonly string[]) =>
  new RotationError(
    `${unreadable.length} ${unreadable.length === 1 ? 'envelope does' : 'envelopes do'} not open, and so the old key stays: ${unreadable.slice(0, 20).join(', ')}${unreadable.length > 20 ? ', …' : ''}. All others are sealed anew. Put back those rows from a backup, or delete them, and run this again.`,
  )
