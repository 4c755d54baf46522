import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { QUEUE_TABLES } from '../jobs/testing/queue-tables.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { IMPERSONAL, LEFT_OUT, PERSONAL_TABLES } from './personal-tables.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('every table is in the export of a person, is left out for a reason, or is of no person', async () => {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const named = [...Object.keys(PERSONAL_TABLES), ...Object.keys(LEFT_OUT), ...IMPERSONAL, ...QUEUE_TABLES]
  expect(rows.map(({ name }) => name).sort()).toEqual(named.sort())
})

test('no table that belongs to a user, by whatever way, is said to be of no person', async () => {
  const { rows } = await database.db.execute<{ name: string }>(sql`
    with recursive person (id) as (
      select 'users'::regclass::oid
      union
      select conrelid from pg_constraint join person on confrelid = person.id where contype = 'f'
    )
    select person.id::regclass::text as name from person
    union select table_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'`)
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.map(({ name }) => name).filter(name => IMPERSONAL.includes(name))).toEqual([])
})

test('every column of an exported table is shown or withheld', async () => {
  const { rows } = await database.db.execute<{ name: string; columns: string[] }>(sql`
    select table_name as name, array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_schema = 'public' group by table_name`)
  const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]))
  for (const [name, { shown, parts = {}, withheld }] of Object.entries(PERSONAL_TABLES)) {
    const said = [...shown, ...Object.keys(parts), ...(withheld?.columns ?? [])]
    expect([name, said.sort()]).toEqual([name, columnsOf.get(name)?.sort()])
  }
})
