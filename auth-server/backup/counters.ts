import { sql } from 'drizzle-orm'
import { array, type Tx } from './contents.ts'
import type { BackupHeader, BackupTable } from './format.ts'

type Counters = BackupHeader['counters']

/** The identity columns of these tables, and what each counted up to. */
export async function readCounters(tx: Tx, tables: readonly BackupTable[]): Promise<Counters> {
  const { rows } = await tx.execute<{ table: string; column: string; sequence: string }>(sql`
    select relname::text as table, attname::text as column,
      pg_get_serial_sequence(quote_ident(relname), attname) as sequence
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = current_schema()::regnamespace and attidentity <> '' and not attisdropped
      and relname = any(${array(tables.map(({ name }) => name))})
    order by 1, 2`)
  const counters: Counters = []
  for (const { table, column, sequence } of rows) {
    const read = await tx.execute<{ last: string; called: boolean }>(
      sql`select last_value::text as last, is_called as called from ${sql.raw(sequence)}`,
    )
    const [row] = read.rows
    if (row?.called) counters.push({ table, column, last: row.last })
  }
  return counters
}

/** Lets identity columns go on where those of the backup stopped, so that no id is given twice. */
export async function setCounters(tx: Tx, counters: Counters): Promise<void> {
  for (const { table, column, last } of counters)
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column})::regclass, ${last}::bigint)`,
    )
}
