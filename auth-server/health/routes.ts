import { randomUUID } from 'node:crypto'
import { provenBy } from '@vitrine/shared/account/login-facts.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { openRoute, type Route } from '../http/route.ts'
import { logError } from '../log.ts'

/** `GET /health`: 200 when a login could work now, that is, database and signer answer; else 503. */
export const healthRoutes = (ctx: Context): readonly Route[] => [
  openRoute('GET /', { origin: 'none', limit: 'none' }, async c => {
    const [database, signer] = await Promise.all([
      answers('database', () => ctx.db.execute(sql`select 1`)),
      // Makes a code that nobody gets and whose digest is stored nowhere.
      answers('signer', () =>
        ctx.signer.issueCode({
          appId: 'health',
          channel: provenBy('code')[0],
          address: 'health',
          codeId: randomUUID(),
          expiresAt: ctx.now(),
        }),
      ),
    ])
    return c.json({ ok: database && signer, database, signer }, database && signer ? 200 : 503)
  }),
]

async function answers(name: string, ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch (error) {
    logError(`the health check of the ${name}`, error)
    return false
  }
}
