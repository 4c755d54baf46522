import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { escapeIdentifier, type PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { recordOperation } from '../audit/record-operation.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { madeBy, migrateWithin, namesMigrations } from '../database/migrate.ts'
import * as schema from '../database/schema.ts'
import { type Settled, settleRestored } from './after-restore.ts'
import { isThere, readApplied, readTables, rowsOf } from './contents.ts'
import { setCounters } from './counters.ts'
import { BackupError, type BackupHeader, type BackupTable, type Tell } from './format.ts'
import { countLines, createProgress } from './progress.ts'
import { checkBackup, readBackup } from './read-backup.ts'

export interface Restored {
  readonly header: BackupHeader
  readonly rows: number
  readonly settled: Settled
}

/**
 * Puts a backup back, all of it or nothing: onto a database without apps and users that no server works with. Its tables are made
 * as the backup's release had them, filled, brought up to date, and settled (`settleRestored`), in one transaction. Before it begins
 * the whole file is checked.
 * @param db with no time limit for a statement; as the owner of the tables
 * @param masterKeyIds of the keys that are at hand; `null`: none is
 * @param now unix ms
 * @throws BackupError and then nothing has changed
 */
export async function restoreBackup(
  db: Database,
  file: string,
  given: {
    readonly masterKeyIds: readonly string[] | null
    readonly now: number
    readonly tell?: Tell | undefined
  },
): Promise<Restored> {
  // First the whole: of a damaged header the reasons below would be false.
  const header = await checkBackup(file)
  await requireKnown(header)
  requireMasterKey(header, given.masterKeyIds)
  const client = await db.$client.connect()
  let isBroken = true
  try {
    const progress = createProgress(given.tell, 'restored')
    const settled = await drizzle(client, { schema }).transaction(async tx => {
      await tx.execute(sql`set local datestyle = 'ISO'`)
      await clear(tx)
      await migrateWithin(tx, header.migrations)
      const there = await readTables(tx, header.migrations)
      await readBackup(file, {
        begin: async again => requireSame(header, again, there),
        take: (table, rows) =>
          load(
            client,
            table,
            counting(rows, lines => progress.count(table.name, lines)),
          ),
      })
      await setCounters(tx, header.counters)
      await migrateWithin(tx, await namesMigrations())
      const done = await settleRestored(tx)
      await recordOperation(tx, given.now, {
        type: 'backup.restored',
        actor: 'command',
        appId: null,
        data: { count: progress.rows() },
      })
      return done
    })
    isBroken = false
    return { header, rows: progress.rows(), settled }
  } finally {
    // Whatever was under way on it ends, and is undone.
    client.release(isBroken)
  }
}

/** @throws BackupError */
async function requireKnown({ migrations, version }: BackupHeader): Promise<void> {
  const known = await namesMigrations()
  const unknown = migrations.filter(name => !known.includes(name))
  if (unknown.length > 0)
    throw new BackupError(
      `This backup is of Vitrine ${version}, whose database has changes that this release does not know (${unknown.join(', ')}). Restore it with that release, or a newer one.`,
    )
}

/** @throws BackupError */
function requireMasterKey({ masterKeyId }: BackupHeader, given: readonly string[] | null): void {
  if (masterKeyId === null || given === null || given.includes(masterKeyId)) return
  throw new BackupError(
    `This backup is sealed under the master key ${masterKeyId}, and you gave ${given.join(' and ')}. Nothing in it would open: give that key, as VITRINE_MASTER_KEY_FILE.`,
  )
}

/**
 * Takes away the tables of a database that nobody uses yet.
 * @throws BackupError when somebody does
 */
async function clear(tx: Transaction): Promise<void> {
  const { migrations, unknown } = await readApplied(tx)
  if (unknown.length > 0)
    throw new BackupError(
      `A newer release has changed this database (${unknown.join(', ')}): restore by that release, or onto another database.`,
    )
  if (migrations.length === 0) return
  // Waits for who would write meanwhile, and has them wait.
  await tx.execute(sql`lock table apps, users in access exclusive mode`)
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists (select from apps) or exists (select from users) as used`,
  )
  if (rows[0]?.used !== false)
    throw new BackupError(
      'This database has apps or users. A backup is only restored onto one that has none: name an empty one in DATABASE_URL, or a new VITRINE_DATA_DIR.',
      { isRefusal: true },
    )
  if (await isServed(tx))
    throw new BackupError('A server works with this database: stop it first, and try again in 30 seconds.', {
      isRefusal: true,
    })
  const { tables, functions } = await madeBy(migrations)
  const list = [...tables, 'vitrine_migrations'].map(escapeIdentifier).join(', ')
  await tx.execute(sql.raw(`drop table if exists ${list}`))
  for (const made of functions) await tx.execute(sql.raw(`drop function if exists ${made}`))
}

/** Whether a server was heard of a moment ago. */
async function isServed(tx: Transaction): Promise<boolean> {
  if (!(await isThere(tx, 'key_readers'))) return false
  const { rows } = await tx.execute(sql`select from key_readers where expires_at > clock_timestamp()`)
  return rows.length > 0
}

/** @throws BackupError when the file has changed since it was checked, or names what its release has not made */
function requireSame(checked: BackupHeader, again: BackupHeader, there: readonly BackupTable[]): void {
  const columnsOf = new Map(there.map(({ name, columns }) => [name, new Set(columns)]))
  const areThere = again.tables.every(({ name, columns }) =>
    columns.every(column => columnsOf.get(name)?.has(column)),
  )
  if (!areThere || JSON.stringify(checked) !== JSON.stringify(again))
    throw new BackupError('The backup has tables that its release does not make, or was changed meanwhile.')
}

async function load(client: PoolClient, table: BackupTable, rows: AsyncIterable<Buffer>): Promise<void> {
  try {
    await pipeline(Readable.from(rows), client.query(copyFrom(`copy ${rowsOf(table)} from stdin`)))
  } catch (error) {
    if (error instanceof BackupError || !(error instanceof Error)) throw error
    throw new BackupError(`Postgres refused rows of ${table.name}: ${error.message}. Nothing has changed.`)
  }
}

async function* counting(
  rows: AsyncIterable<Buffer>,
  count: (lines: number) => void,
): AsyncGenerator<Buffer> {
  for await (const piece of rows) {
    count(countLines(piece))
    yield piece
  }
}
