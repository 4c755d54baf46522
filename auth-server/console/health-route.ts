import type { ConsoleHealth } from '@vitrine/shared/api/console/health.ts'
import { sql } from 'drizzle-orm'
import { BUILD } from '../build-info.ts'
import type { Context } from '../context.ts'
import { accountNotices } from '../database/change-tables.ts'
import { sweeps } from '../database/operator-tables.ts'
import { EXPIRED } from '../database/sweep.ts'
import { followedTransactions, webhookDeliveries } from '../database/webhook-tables.ts'
import { readParts } from '../health/routes.ts'
import { consoleRoute, type Route } from '../http/route.ts'
import { CONSOLE_LIMIT } from './limit.ts'

/** How the server does: for operators, who cannot see into its machine. */
export const consoleHealthRoutes = (ctx: Context): readonly Route[] => [
  consoleRoute('GET /health', { limit: CONSOLE_LIMIT, session: true }, async ({ c }) => {
    const [health, counts] = await Promise.all([readParts(ctx), readCounts(ctx)])
    return c.json<ConsoleHealth>({ ...health, ...counts, version: BUILD.version, now: ctx.now() })
  }),
]

type Counts = Pick<ConsoleHealth, 'migrations' | 'waiting' | 'swept_at'>

async function readCounts({ db }: Context): Promise<Counts> {
  const inMs = (instant: ReturnType<typeof sql>) => sql`(extract(epoch from ${instant}) * 1000)::float8`
  const { nextAt, failedAt } = webhookDeliveries
  const { rows } = await db.execute<
    Record<string, number> & { last: string | null; swept: number | null; oldest: number | null }
  >(sql`
    select
      (select count(*)::int from vitrine_migrations) as count,
      (select max(name) from vitrine_migrations) as last,
      (select count(*)::int from ${webhookDeliveries} where ${nextAt} is not null) as deliveries,
      (select count(*)::int from ${webhookDeliveries} where ${failedAt} is not null) as failed,
      (select ${inMs(sql`min(${webhookDeliveries.at})`)} from ${webhookDeliveries} where ${nextAt} is not null) as oldest,
      (select count(*)::int from ${accountNotices} where ${accountNotices.nextTryAt} is not null) as notices,
      (select count(*)::int from ${followedTransactions}) as transactions,
      (select ${inMs(sql`${sweeps.at}`)} from ${sweeps} where ${sweeps.name} = ${EXPIRED}) as swept`)
  const [row] = rows
  if (!row) throw new Error('The database does not count')
  return {
    migrations: { count: row.count ?? 0, last: row.last },
    waiting: {
      deliveries: row.deliveries ?? 0,
      failed_deliveries: row.failed ?? 0,
      oldest_delivery_at: row.oldest,
      notices: row.notices ?? 0,
      transactions: row.transactions ?? 0,
    },
    swept_at: row.swept,
  }
}
