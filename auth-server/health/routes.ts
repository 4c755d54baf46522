import type { Context } from '../context.ts'
import { agrees, type ClockReading, readClock, readDatabaseClock } from '../database/clock.ts'
import { RETRY_AFTER_SECONDS } from '../http/error-response.ts'
import { openRoute, type Route } from '../http/route.ts'
import { logError } from '../log.ts'

/** Who asks takes a server out that does not answer in a few seconds: it answers before, whatever hangs. */
const ANSWER_WITHIN_MS = 1_500

/**
 * `GET /health`: 200 when a login could work now, that is, database and signer answer and their clocks and this process's
 * agree; else 503. A clock that could not be asked is not called wrong.
 */
export const healthRoutes = (ctx: Context): readonly Route[] => [
  openRoute('GET /', { origin: 'none', limit: 'none' }, async c => {
    const [database, signer] = await Promise.all([
      inTime('database', readDatabaseClock(ctx.db)),
      inTime(
        'signer',
        readClock(async () => (await ctx.signer.readClock({})).now),
      ),
    ])
    const parts = {
      api: true,
      database: database !== null,
      signer: signer !== null,
      clock: [database, signer].every(reading => reading === null || agrees(reading)),
    }
    const ok = parts.database && parts.signer && parts.clock
    c.header('Cache-Control', 'no-store')
    if (!ok) c.header('Retry-After', String(RETRY_AFTER_SECONDS))
    return c.json({ ok, ...parts }, ok ? 200 : 503)
  }),
]

/** @returns `null` when there was no answer in time. */
async function inTime(name: string, reading: Promise<ClockReading>): Promise<ClockReading | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${ANSWER_WITHIN_MS} ms`)), ANSWER_WITHIN_MS)
  })
  try {
    return await Promise.race([reading, late])
  } catch (error) {
    logError(`the health check of the ${name}`, error)
    return null
  } finally {
    clearTimeout(timer)
  }
}
