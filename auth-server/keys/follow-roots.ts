import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { keyReaders } from '../database/key-tables.ts'
import { logError } from '../log.ts'
import { readSealedRoots } from '../signer/sealed-roots.ts'
import { requireRoots } from './stored-roots.ts'

const EVERY_MS = 5_000
/** Who was not heard of for this long is taken for gone: it has had no database, and could have written nothing. */
const HEARD_FOR = '30 seconds'

/**
 * Gives the signer new roots when the database has them, and then says that it works with them: `keys rotate` waits for that before
 * it retires a key. @param id of this process
 */
export async function readNewRoots(
  { db, signer }: Pick<Context, 'db' | 'signer'>,
  id: string,
): Promise<void> {
  const sealed = await requireRoots(db)
  const before = await signer.readKeyIds({})
  // Later than the database's: that is another's at this moment, or a replica's.
  const isBehind = (before.generation ?? 0) < readSealedRoots(sealed).generation
  const { generation } = isBehind
    ? await signer.openRoots({ sealed })
    : { generation: before.generation ?? 0 }
  const known = { generation, masterKeys: before.masterKeys, expiresAt: heardUntil() }
  await db
    .insert(keyReaders)
    .values({ id, ...known })
    .onConflictDoUpdate({ target: keyReaders.id, set: known })
}

/** Until the returned function is called, every few seconds; the first time before this resolves. */
export async function startFollowingRoots(
  ctx: Pick<Context, 'db' | 'signer'>,
  everyMs = EVERY_MS,
): Promise<() => Promise<void>> {
  const id = randomUUID()
  let reading: Promise<void> = readNewRoots(ctx, id)
  await reading
  const timer = setInterval(() => {
    reading = readNewRoots(ctx, id).catch(error => logError('the look for new keys', error))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await reading
    // Without the database it is forgotten by itself.
    await ctx.db
      .delete(keyReaders)
      .where(eq(keyReaders.id, id))
      .catch(error => logError('the end of the look for new keys', error))
  }
}

const heardUntil = () => sql`clock_timestamp() + ${HEARD_FOR}::interval`
