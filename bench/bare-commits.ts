import { connectEmbedded } from '../e2e/fixtures/embedded-database.ts'
import { mean } from './statistics.ts'

/** As many as the server's own pool has. */
const CONNECTIONS = 10
const COMMITS = 500

/**
 * Single-row inserts per second, each its own commit with fsync: what the disk allows at the most.
 * @param dataDir the server's `VITRINE_DATA_DIR`
 */
export async function bareCommitsPerSecond(dataDir: string): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connectEmbedded(dataDir)))
  const [first] = clients
  try {
    await first?.query(
      'create table bare_commits (id bigint generated always as identity primary key, body text)',
    )
    const insert = {
      name: 'insert',
      text: 'insert into bare_commits (body) values ($1)',
      values: ['x'.repeat(100)],
    }
    const rates = await Promise.all(
      clients.map(async client => {
        await client.query(insert)
        const start = performance.now()
        for (let i = 0; i < COMMITS; i++) await client.query(insert)
        return COMMITS / ((performance.now() - start) / 1000)
      }),
    )
    await first?.query('drop table bare_commits')
    return CONNECTIONS * mean(rates)
  } finally {
    await Promise.all(clients.map(client => client.end()))
  }
}
