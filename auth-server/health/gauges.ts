import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { DEAD_LETTERS, QUEUES } from '../database/queue.ts'
import type { ReadGauge } from '../observability/metrics.ts'

/** What waits in the database, and what its connections do. Each look-up goes by an index over what waits. */
export const gaugesOf = (db: Database): readonly ReadGauge<string>[] => [
  {
    name: 'vitrine_database_connections',
    help: 'Connections of the API process to the database, and calls that wait for one.',
    label: 'state',
    async read() {
      const { totalCount, idleCount, waitingCount } = db.$client
      return { busy: totalCount - idleCount, idle: idleCount, awaited: waitingCount }
    },
  },
  {
    name: 'vitrine_webhooks_waiting',
    help: 'Webhooks that are not delivered and will be tried: all, and those that are due for a minute or more.',
    label: 'which',
    read: () =>
      count(
        db,
        sql`select count(*)::int as all, (count(*) filter (where next_at < now() - interval '1 minute'))::int as late
          from webhook_deliveries join webhook_endpoints on webhook_endpoints.id = endpoint_id and enabled
          where next_at is not null and webhook_deliveries.expires_at > now()`,
      ),
  },
  {
    name: 'vitrine_notices_waiting',
    help: 'Messages of changed accounts that are not sent and will be tried: all, and those that are due for a minute or more.',
    label: 'which',
    read: () =>
      count(
        db,
        sql`select count(*)::int as all, (count(*) filter (where next_try_at < now() - interval '1 minute'))::int as late
          from account_notices where next_try_at is not null and expires_at > now()`,
      ),
  },
  {
    name: 'vitrine_jobs_waiting',
    help: 'Jobs that are due and that no worker has taken yet, by their queue.',
    label: 'queue',
    read: () => jobs(db, sql`state < 'active' and start_after <= now()`),
  },
  {
    name: 'vitrine_jobs_running',
    help: 'Jobs that a worker of any process is doing, by their queue.',
    label: 'queue',
    read: () => jobs(db, sql`state = 'active'`),
  },
  {
    name: 'vitrine_jobs_dead',
    help: 'Jobs that were given up and that nobody has retried, by their queue.',
    label: 'queue',
    async read() {
      const { rows } = await db.execute<{ queue: string; count: number }>(
        sql`select data ->> 'queue' as queue, count(*)::int from job where name = ${DEAD_LETTERS} group by 1`,
      )
      return byQueue(rows)
    },
  },
]

async function jobs(db: Database, which: SQL): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ queue: string; count: number }>(
    sql`select name as queue, count(*)::int from job where name <> ${DEAD_LETTERS} and ${which} group by 1`,
  )
  return byQueue(rows)
}

/** A queue without such a job has a zero, so that an alert sees it fall. */
const byQueue = (rows: readonly { readonly queue: string; readonly count: number }[]) => ({
  ...Object.fromEntries(QUEUES.map(name => [name, 0])),
  ...Object.fromEntries(rows.map(({ queue, count }) => [queue, count])),
})

async function count(db: Database, statement: ReturnType<typeof sql>): Promise<Record<string, number>> {
  const { rows } = await db.execute<Record<string, number>>(statement)
  return rows[0] ?? {}
}
