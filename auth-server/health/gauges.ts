import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
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
]

async function count(db: Database, statement: ReturnType<typeof sql>): Promise<Record<string, number>> {
  const { rows } = await db.execute<Record<string, number>>(statement)
  return rows[0] ?? {}
}
