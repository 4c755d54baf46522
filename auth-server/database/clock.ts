import { sql } from 'drizzle-orm'
import { logError, logNote } from '../log.ts'
import type { Database } from './connect.ts'

/**
 * Rows are shared, so the database's clock is the one that counts:
 * 1. What is deleted for its age is deleted by the database's clock, in the statement itself (`sweep.ts`).
 * 2. What a process checks or writes with a time goes by the same clock: `DatabaseClock.now`.
 * 3. A process whose own clock differs does not start, is not healthy and sweeps nothing. The signer has only its
 *    machine's clock, and which of two clocks is wrong nobody can tell: the database's may be.
 */

/** More than clocks differ that are set by NTP, less than any of our lifetimes. */
export const MAX_CLOCK_DIFFERENCE_MS = 30_000

const READ_EVERY_MS = 10_000
/** A slower answer says too little of the time. */
const MAX_UNCERTAINTY_MS = 1_000

/** Another clock and this process's, at one moment. Unix ms. */
export interface ClockReading {
  readonly theirs: number
  readonly ours: number
  /** Half of the round trip: by so much `theirs` may be off. */
  readonly uncertaintyMs: number
}

/** Time as the database counts it. */
export interface DatabaseClock {
  /** Unix ms; carried on from the last reading by a clock that nobody sets. */
  now(): number
  stop(): void
}

/** Asks another process for its time. The middle of the round trip counts as the moment of the answer. */
export async function readClock(ask: () => Promise<number>): Promise<ClockReading> {
  const start = performance.now()
  const theirs = await ask()
  const uncertaintyMs = (performance.now() - start) / 2
  return { theirs, ours: Date.now() - uncertaintyMs, uncertaintyMs }
}

export const readDatabaseClock = (db: Database): Promise<ClockReading> =>
  readClock(async () => {
    const { rows } = await db.execute<{ now: number }>(
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    )
    return rows[0]?.now ?? Number.NaN
  })

/** Whether the two clocks may be the same, up to `MAX_CLOCK_DIFFERENCE_MS`. */
export const agrees = ({ theirs, ours, uncertaintyMs }: ClockReading): boolean =>
  Math.abs(theirs - ours) - uncertaintyMs <= MAX_CLOCK_DIFFERENCE_MS

/** @throws Error with a sentence for the operator, which names both times. */
export function requireAgreement(whose: string, reading: ClockReading): void {
  if (!agrees(reading)) throw new Error(disagreement(whose, reading))
}

const disagreement = (whose: string, { theirs, ours }: ClockReading) =>
  `This server's clock says ${iso(ours)}, the ${whose}'s says ${iso(theirs)}: they may differ by ${MAX_CLOCK_DIFFERENCE_MS / 1000} seconds at most. Set the one that is wrong (with NTP, e.g. chrony, on every machine), then start the server again.`

const iso = (ms: number) => new Date(ms).toISOString()

/**
 * Reads the database's clock now and every ten seconds.
 * @throws Error with a sentence when this process's clock differs from it.
 */
export async function startClock(db: Database): Promise<DatabaseClock> {
  let ahead = 0
  let agreed = true
  const take = (reading: ClockReading) => {
    if (agreed && !agrees(reading)) logNote(disagreement('database', reading))
    agreed = agrees(reading)
    if (reading.uncertaintyMs <= MAX_UNCERTAINTY_MS) {
      ahead = reading.theirs + reading.uncertaintyMs - performance.now()
    }
  }
  const first = await readDatabaseClock(db)
  requireAgreement('database', first)
  ahead = first.theirs + first.uncertaintyMs - performance.now()
  const timer = setInterval(() => {
    readDatabaseClock(db)
      .then(take)
      .catch(error => logError('the reading of the database’s clock', error))
  }, READ_EVERY_MS)
  timer.unref()
  return { now: () => Math.round(ahead + performance.now()), stop: () => clearInterval(timer) }
}
