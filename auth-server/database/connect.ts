import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Database } from '../context.ts'
import { logError } from '../log.ts'
import * as schema from './schema.ts'

const POOL_SIZE = 10
/** No statement of ours takes a second; one that takes this long waits for something that will not come. */
const STATEMENT_TIMEOUT_MS = 15_000

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
  return { db: drizzle(pool, { schema }), close: () => pool.end() }
}
