import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as changeTables from '../database/change-tables.ts'
import type { Database } from '../database/connect.ts'
import * as schema from '../database/schema.ts'

const TABLES = Object.values<unknown>({ ...schema, ...changeTables })
  .filter((value): value is PgTable => is(value, PgTable))
  .map(table => sql.identifier(getTableConfig(table).name))

/**
 * Copies every row there is, as a backup does.
 * @returns a function that puts the database back to what it was then; nothing that was written since is left.
 */
export async function backUp(db: Database): Promise<() => Promise<void>> {
  await db.execute(sql`drop schema if exists yesterday cascade`)
  await db.execute(sql`create schema yesterday`)
  for (const table of TABLES) await db.execute(sql`create table yesterday.${table} as table public.${table}`)
  return () =>
    db.transaction(async tx => {
      // No foreign key is looked at while rows come back in any order.
      await tx.execute(sql`set local session_replication_role = replica`)
      for (const table of TABLES) await tx.execute(sql`delete from public.${table}`)
      for (const table of TABLES) {
        await tx.execute(
          sql`insert into public.${table} overriding system value select * from yesterday.${table}`,
        )
      }
    })
}
