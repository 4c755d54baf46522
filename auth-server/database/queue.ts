import { sql } from 'drizzle-orm'
import { getConstructionPlans, getMigrationPlans, PgBoss } from 'pg-boss'
import library from 'pg-boss/package.json' with { type: 'json' }
import { logError } from '../log.ts'
import type { Database, Transaction } from './connect.ts'

/** One queue for each kind of work that waits for another machine, so that none takes the workers of another. */
export const QUEUES = ['webhooks', 'transactions', 'notices'] as const
export type QueueName = (typeof QUEUES)[number]
/** Jobs that were given up. They wait here until an operator retries them, or for thirty days. */
export const DEAD_LETTERS = 'dead_letters'

const DAY_S = 86_400
/** As long as a message to a backend is stored. */
const RETENTION_S = 30 * DAY_S
/** Longer than any job takes. A job that runs longer belongs to a process that died, and is run again. */
const EXPIRE_S = 120

/** A job as the triggers of migration 0047 write it. */
export interface Job<Key> {
  readonly queue: QueueName
  /** Primary key of the row that the job is about. */
  readonly key: Key
  /** The time in the row for which the job was made. A row that was rescheduled since has another job. */
  readonly at: string
}

type Tx = Pick<Transaction, 'execute'>

/**
 * Installs pg-boss in the current schema, or brings it up to this release's version, in the caller's transaction. The API
 * process's role may not do so: pg-boss itself only checks the version at start.
 * @param tx as the owner of the tables
 */
export async function installQueue(tx: Tx): Promise<void> {
  const schema = await schemaOf(tx)
  const installed = await versionOf(tx)
  if (installed === library.pgboss.schema) return
  const plan =
    installed === null
      ? getConstructionPlans(schema, { createSchema: false })
      : getMigrationPlans(schema, installed)
  // The plan brings a transaction of its own, whose end would commit the caller's.
  await tx.execute(sql.raw(plan.replace(/^\s*BEGIN;/, '').replace(/COMMIT;\s*$/, '')))
  await tx.execute(sql`set local lock_timeout to default`)
  await tx.execute(sql`set local idle_in_transaction_session_timeout to default`)
  const common = { policy: 'standard', retentionSeconds: RETENTION_S, deleteAfterSeconds: 600 }
  await createQueue(tx, DEAD_LETTERS, common)
  for (const name of QUEUES)
    await createQueue(tx, name, {
      ...common,
      // At most one running job for each endpoint, in all processes together.
      policy: 'singleton',
      deadLetter: DEAD_LETTERS,
      // Only a job that broke off is retried by pg-boss; one that failed is rescheduled by its row.
      retryLimit: 50,
      retryDelay: 30,
      expireInSeconds: EXPIRE_S,
    })
}

const createQueue = (tx: Tx, name: string, options: object) =>
  tx.execute(sql`select create_queue(${name}, ${JSON.stringify(options)}::jsonb)`)

async function versionOf(tx: Tx): Promise<number | null> {
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass(quote_ident(current_schema()) || '.queue_stats') is not null as there`,
  )
  if (rows[0]?.there !== true) return null
  const read = await tx.execute<{ version: number }>(sql`select version from version`)
  return read.rows[0]?.version ?? null
}

async function schemaOf(db: Tx): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`select quote_ident(current_schema()) as name`)
  return rows[0]?.name ?? 'public'
}

/**
 * Connects pg-boss to the pool of the process. It neither changes the schema nor holds a connection, so the rights of
 * the API process's role are enough.
 * @param options.supervises whether it also retries jobs of processes that died, and deletes jobs that are done
 */
export async function openQueue(
  db: Database,
  { supervises }: { readonly supervises: boolean },
): Promise<PgBoss> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => db.$client.query(text, values) },
    schema: await schemaOf(db),
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: supervises,
    superviseIntervalSeconds: 30,
    maintenanceIntervalSeconds: 300,
    // Each of these needs the owner's rights, or a row of its own for each process.
    reindex: false,
    monitorVacuum: false,
    registerInstance: false,
    persistWarnings: false,
    openTelemetry: { enabled: false },
  })
  boss.on('error', error => logError('the queue of jobs', error))
  return boss.start()
}

/** Puts a job among the dead letters, in the transaction that gives its row up. */
export const addDeadLetter = (tx: Tx, appId: string, job: Job<object>) =>
  tx.execute(
    sql`select add_job(${DEAD_LETTERS}, ${appId}, ${job.at}, ${JSON.stringify(job)}::jsonb, clock_timestamp())`,
  )
