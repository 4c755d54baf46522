import { sql } from 'drizzle-orm'
import { logError } from '../log.ts'
import type { Database } from './connect.ts'
import {
  backendLoginCodes,
  idempotencyKeys,
  loginCodes,
  passkeyChallenges,
  rateLimits,
  refreshTokens,
  sessions,
  usedNonces,
} from './schema.ts'

const EVERY_MS = 60_000
const BATCH = 5_000
const EXPIRING = [
  loginCodes,
  passkeyChallenges,
  backendLoginCodes,
  usedNonces,
  rateLimits,
  idempotencyKeys,
  refreshTokens,
  sessions,
] as const

/**
 * Deletes rows whose `expires_at` has passed, a batch per table. Nothing relies on it: every reader checks the date
 * itself. Locked rows are skipped, so a sweep neither waits for a login nor deadlocks with one.
 * @param now unix ms
 */
export async function sweepExpired(db: Database, now: number): Promise<void> {
  const instant = new Date(now).toISOString()
  for (const table of EXPIRING) {
    await db.execute(sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where expires_at < ${instant}::timestamptz limit ${BATCH} for update skip locked
      ))`)
  }
}

/** Sweeps every minute until the returned function is called. */
export function startSweeping(db: Database, now: () => number): () => void {
  const timer = setInterval(() => {
    sweepExpired(db, now()).catch(error => logError('the sweep of expired rows', error))
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
