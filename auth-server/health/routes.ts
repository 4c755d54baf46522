import type { Context as RequestContext } from 'hono'
import type { Context } from '../context.ts'
import { agrees, readClock, readDatabaseClock } from '../database/clock.ts'
import { RETRY_AFTER_SECONDS } from '../http/error-response.ts'
import { openRoute, type Route } from '../http/route.ts'
import { logError } from '../log.ts'
import { SignerRefusal } from '../signer/refusal.ts'

/** Who asks takes a server out that does not answer in a few seconds: it answers before, whatever hangs. */
const ANSWER_WITHIN_MS = 1_500

/**
 * `GET /health/ready`, and `GET /health` as earlier releases call it: 200 when a login could work now, that is, database, signer and mailer answer and the clocks of the first two
 * and this process's agree; else 503. A clock that could not be asked is not called wrong.
 */
export const healthRoutes = (ctx: Context): readonly Route[] => {
  const guards = { origin: 'none', limit: 'none' } as const
  const answer = (c: RequestContext) => answerReadiness(ctx, c)
  return [openRoute('GET /', guards, answer), openRoute('GET /ready', guards, answer)]
}

async function answerReadiness(ctx: Context, c: RequestContext): Promise<Response> {
  const { ok, parts } = await readParts(ctx)
  c.header('Cache-Control', 'no-store')
  if (!ok) c.header('Retry-After', String(RETRY_AFTER_SECONDS))
  return c.json({ ok, ...parts }, ok ? 200 : 503)
}

/** Which parts of the server answer, and whether that is enough for a login. */
export async function readParts(ctx: Context) {
  const [database, mailer, signer] = await Promise.all([
    inTime('database', readDatabaseClock(ctx.db)),
    inTime('mailer', mailerAnswers(ctx.signer)),
    inTime(
      'signer',
      readClock(async () => (await ctx.signer.readClock({})).now),
    ),
  ])
  const parts = {
    api: true,
    database: database !== null,
    signer: signer !== null,
    ...(signer !== null && mailer !== 'none' && { mailer: mailer === true }),
    clock: [database, signer].every(reading => reading === null || agrees(reading)),
  }
  return { ok: parts.database && parts.signer && parts.mailer !== false && parts.clock, parts }
}

/**
 * By the way that codes take: the signer asks. A signer apart of an earlier release does not know how, and sends them all the
 * same.
 */
async function mailerAnswers(signer: Context['signer']): Promise<boolean | 'none'> {
  try {
    return (await signer.checkMailer({})).answers
  } catch (error) {
    if (error instanceof SignerRefusal && error.code === 'invalid_request') return 'none'
    throw error
  }
}

/** @returns `null` when there was no answer in time. */
async function inTime<Reading>(name: string, reading: Promise<Reading>): Promise<Reading | null> {
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
