import { getTableName, sql } from 'drizzle-orm'
import { escapeIdentifier } from 'pg'
import { accountNotices } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { keyReaders } from '../database/key-tables.ts'
import { madeBy, namesMigrations } from '../database/migrate.ts'
import { devInbox, rateLimits } from '../database/schema.ts'
import { EMPTIED } from '../sessions/end-all-access.ts'
import { readSealedRoots } from '../signer/sealed-roots.ts'
import type { BackupTable } from './format.ts'

/**
 * Tables whose rows no backup has: what is emptied when one is put back (`after-restore.ts`), and what is of running processes
 * and of the moment.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set(
  [...EMPTIED, accountNotices, rateLimits, keyReaders, devInbox].map(getTableName),
)

export type Tx = Pick<Transaction, 'execute'>

/**
 * Which tables a backup has, with those of their columns that Postgres does not make itself. Each stands behind those that its
 * rows refer to, so that no foreign key is broken while they come back in this order.
 * @param migrations that were applied
 */
export async function readTables(tx: Tx, migrations: readonly string[]): Promise<BackupTable[]> {
  const names = (await madeBy(migrations)).tables.filter(name => !LEFT_OUT.has(name))
  const { rows } = await tx.execute<{ name: string; columns: string[]; refers: string[] }>(sql`
    select relname::text as name,
      array(
        select attname::text from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
        order by attnum
      ) as columns,
      array(
        select distinct other.relname::text from pg_constraint join pg_class as other on other.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid
      ) as refers
    from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname = any(${array(names)})
    order by relname`)
  return inOrder(rows).map(({ name, columns }) => ({ name, columns }))
}

/** The migrations that were applied, in their order, and those of them that this release does not know. */
export async function readApplied(
  tx: Tx,
): Promise<{ readonly migrations: readonly string[]; readonly unknown: readonly string[] }> {
  if (!(await isThere(tx, 'vitrine_migrations'))) return { migrations: [], unknown: [] }
  const { rows } = await tx.execute<{ name: string }>(
    sql`select name from vitrine_migrations order by name collate "C"`,
  )
  const migrations = rows.map(({ name }) => name)
  const known = await namesMigrations()
  return { migrations, unknown: migrations.filter(name => !known.includes(name)) }
}

/** The id of the master key that opens what is sealed in the database; `null`: nothing is. */
export async function readMasterKeyId(tx: Tx): Promise<string | null> {
  if (!(await isThere(tx, 'signer_roots'))) return null
  const { rows } = await tx.execute<{ sealed: string }>(
    sql`select sealed from signer_roots order by generation desc limit 1`,
  )
  return rows[0] ? readSealedRoots(rows[0].sealed).masterKeyId : null
}

/** Whether the schema has a table. */
export async function isThere(tx: Tx, table: string): Promise<boolean> {
  const { rows } = await tx.execute<{ there: boolean }>(
    sql`select to_regclass(quote_ident(current_schema()) || '.' || ${table}) is not null as there`,
  )
  return rows[0]?.there === true
}

/** A table and its columns, as `copy` takes them. */
export const rowsOf = ({ name, columns }: BackupTable): string =>
  `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')})`

/** What Postgres takes for `text[]`. */
export const array = (names: readonly string[]) => sql`${`{${names.join(',')}}`}::text[]`

/** @throws Error when tables refer to each other in a circle, or to one that is left out */
function inOrder<Row extends { readonly name: string; readonly refers: readonly string[] }>(
  rows: readonly Row[],
): readonly Row[] {
  const waiting = [...rows]
  const placed = new Set<string>()
  const ordered: Row[] = []
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refers }) => refers.every(name => placed.has(name)))
    const [row] = next < 0 ? [] : waiting.splice(next, 1)
    if (!row) throw new Error(`No order for ${waiting.map(({ name }) => name).join(', ')}`)
    placed.add(row.name)
    ordered.push(row)
  }
  return ordered
}
