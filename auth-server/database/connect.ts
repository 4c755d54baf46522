import { Socket } from 'node:net'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client, Pool, type PoolClient } from 'pg'
import { logError } from '../log.ts'
import { tracedQuery } from '../observability/traced-query.ts'
import * as schema from './schema.ts'

const POOL_SIZE = 10

/**
 * How long a call of ours may wait for Postgres, in ms. A connection dies without a word when a machine, a cable or a
 * proxy goes: nothing but a limit on this side notices that. Together they are shorter than what the frame waits for an
 * answer.
 */
export interface Limits {
  /** For a connection: a new one, or one of the pool's to become free. */
  readonly connectMs: number
  /** For one statement. Postgres ends it, so that its locks are free again. None of ours takes a second. */
  readonly statementMs: number
  /** Without a byte on a connection; longer than a statement's, so that only the dead are silent. */
  readonly silenceMs: number
}

const LIMITS: Limits = { connectMs: 5_000, statementMs: 8_000, silenceMs: 10_000 }

/** For the schema's changes: of a large table an index takes as long as it takes, and Postgres says nothing meanwhile. */
export const PATIENT: Limits = { connectMs: 5_000, statementMs: 0, silenceMs: 0 }

export type Database = NodePgDatabase<typeof schema> & { readonly $client: Pool }
/** The handle inside `db.transaction`: never use `db` there, it would take another connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

export interface Connection {
  readonly db: Database
  close(): Promise<void>
}

/**
 * Opens a pool. What was under way on a connection that is given up rejects and is not repeated: whether Postgres performed
 * it nobody knows. The pool replaces the connection.
 * @param url a libpq URL; a Unix socket directory goes into its `host` parameter.
 */
export function connectDatabase(
  url: string,
  poolSize: number = POOL_SIZE,
  { connectMs, statementMs, silenceMs }: Limits = LIMITS,
): Connection {
  const pool = new Pool({
    connectionString: asLibpq(url),
    max: poolSize,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    // The locks of a process that died without a word are free again, too.
    idle_in_transaction_session_timeout: silenceMs,
    // Idle connections go before they are silent for too long.
    idleTimeoutMillis: silenceMs / 2,
    keepAlive: true,
    application_name: 'vitrine',
    stream: () => givenUpWhenSilent(silenceMs),
  })
  pool.query = tracedQuery(pool.query.bind(pool)) as typeof pool.query
  // A connection that dies while idle is replaced; without a listener the process would end.
  pool.on('error', error => logError('an idle database connection', error))
  // One that dies between two statements of a transaction: the next statement tells.
  pool.on('connect', client => client.on('error', () => undefined))
  const db = drizzle(pool, { schema })
  db.transaction = transactionsOf(pool)
  return { db, close: () => pool.end() }
}

/**
 * The URL with `sslmode` as libpq documents it (Postgres, "SSL Support", table 32.1): `require` encrypts and, without `sslrootcert`,
 * checks no certificate; `verify-ca` and `verify-full` do. The driver's own reading takes `require` for `verify-full`.
 */
export function asLibpq(url: string): string {
  const { searchParams } = new URL(url)
  // `no-verify` is a word of the driver's own.
  if (
    !searchParams.has('sslmode') ||
    searchParams.has('uselibpqcompat') ||
    searchParams.get('sslmode') === 'no-verify'
  )
    return url
  return `${url}&uselibpqcompat=true`
}

/** Which database a URL means, for people: never its user or password. */
export function nameOfDatabase(url: string): string {
  // As the driver reads it: its defaults and `PGHOST` count too.
  const { host, port, database } = new Client({ connectionString: asLibpq(url) })
  return `${database} at ${host.startsWith('/') ? host : `${host}:${port}`}`
}

/** The driver's own limit for a query gives up the query alone: what follows on the connection would wait as long. */
function givenUpWhenSilent(silenceMs: number): Socket {
  const socket = new Socket()
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('The database connection fell silent.')))
  return socket
}

/** Drizzle's own never gives a connection back on which `begin` failed: ten of those, and the server stands still. */
function transactionsOf(pool: Pool): Database['transaction'] {
  const ofClient = (client: PoolClient) => {
    // Of its statements in a transaction alone: the pool has its own.
    const traced: PoolClient = Object.create(client)
    traced.query = tracedQuery(client.query.bind(client)) as PoolClient['query']
    return drizzle(traced, { schema })
  }
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
