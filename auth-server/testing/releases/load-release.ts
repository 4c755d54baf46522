import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import told from './0.1.0.json' with { type: 'json' }

/**
 * What the built server of release 0.1.0 left in its database (`0.1.0.sql`), which people and keys it has (`0.1.0.json`), and the
 * statements that its API process used meanwhile (`0.1.0.statements.json`). All its secrets are of tests and of nothing else.
 */
export const release = told

/** The database as the release left it a minute ago. */
export async function loadRelease(): Promise<TestDatabase> {
  const database = await openTestDatabase('template1')
  // On a connection of its own, which the dump changes.
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await client.query(readFileSync(new URL('./0.1.0.sql', import.meta.url), 'utf8'))
  await client.end()
  await moveToNow(database, Date.now() - Date.parse(told.made_at) - 60_000)
  return database
}

/** All that was, was so much later. */
async function moveToNow({ db }: TestDatabase, byMs: number): Promise<void> {
  const { rows } = await db.execute<{ name: string; columns: string[] }>(sql`
    select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and data_type = 'timestamp with time zone' group by 1`)
  for (const { name, columns } of rows) {
    const moved = columns.map(
      column => sql`${sql.identifier(column)} = ${sql.identifier(column)} + ${`${byMs} ms`}::interval`,
    )
    await db.execute(sql`update ${sql.identifier(name)} set ${sql.join(moved, sql`, `)}`)
  }
}
