import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as changeTables from '../database/change-tables.ts'
import type { Database } from '../database/connect.ts'
import * as schema from '../database/schema.ts'

/** With their columns, but for those that Postgres makes itself. */
const TABLES = Object.values<unknown>({ ...schema, ...changeTables })
  .filter((value): value is PgTable => is(value, PgTable))
  .map(getTableConfig)
  .map(({ name, columns }) => ({
    table: sql.identifier(name),
    columns: sql.join(
      columns.filter(it => it.generated === undefined).map(it => sql.identifier(it.name)),
      sql`, `,
    ),
  }))

/**
 * Copies every row there is, as a backup does.
 * @returns a function that puts the database back to what it was then; nothing that was written since is left.
 */
export async function backUp(db: Database): Promise<() => Promise<void>> {
  await db.execute(sql`drop schema if exists yesterday cascade`)
  await db.execute(sql`create schema yesterday`)
  for (const { table } of TABLES)
    await db.execute(sql`create table yesterday.${table} as table public.${table}`)
  return () =>
    db.transaction(async tx => {
      // No foreign key is looked at while rows come back in any order.
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const { table } of TABLES) await tx.execute(sql`delete from public.${table}`)
      for (const { table, columns } of TABLES) {
        await tx.execute(
          sql`insert into public.${table} (${columns}) overriding system value select ${columns} from yesterday.${table}`,
        )
      }
    })
}
