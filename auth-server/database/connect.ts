import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool, type PoolClient } from 'pg'
import { logError } from '../log.ts'
import * as schema from './schema.ts'

const POOL_SIZE = 10
/** No statement of ours takes a second; one that takes this long waits for something that will not come. */
const STATEMENT_TIMEOUT_MS = 15_000

export type Database = NodePgDatabase<typeof schema> & { readonly $client: Pool }
/** The handle inside `db.transaction`: never use `db` there, it would take another connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Connection {
  readonly db: Database
  close(): Promise<void>
}

/** Opens a pool. @param url a libpq URL; a Unix socket directory goes into its `host` parameter. */
export function connectDatabase(url: string, poolSize: number = POOL_SIZE): Connection {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    application_name: 'vitrine',
  })
  // A connection that dies while idle is replaced; without a listener the process would end.
  pool.on('error', error => logError('an idle database connection', error))
  // One that dies between two statements of a transaction: the next statement tells.
  pool.on('connect', client => client.on('error', () => undefined))
  const db = drizzle(pool, { schema })
  db.transaction = transactionsOf(pool)
  return { db, close: () => pool.end() }
}

/** Drizzle's own never gives a connection back on which `begin` failed: ten of those, and the server stands still. */
function transactionsOf(pool: Pool): Database['transaction'] {
  const ofClient = (client: PoolClient) => drizzle(client, { schema })
  const known = new WeakMap<PoolClient, ReturnType<typeof ofClient>>()
  return async (run, config) => {
    const client = await pool.connect()
    try {
      const db = known.get(client) ?? ofClient(client)
      known.set(client, db)
      return await db.transaction(run, config)
    } finally {
      client.release()
    }
  }
}
