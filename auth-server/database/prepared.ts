import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database } from './connect.ts'

const dialect = new PgDialect()

/**
 * Runs a statement of a hot path as a named prepared statement: Postgres parses and plans it once per connection, which
 * costs it more than running it.
 * @param name one per statement text; the driver refuses a name that is used for another text.
 * @returns the rows, as the driver parses them.
 */
export async function executePrepared<Row extends Record<string, unknown>>(
  db: Database,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  const { rows } = await db.$client.query<Row>({ name, text, values: params })
  return rows
}
