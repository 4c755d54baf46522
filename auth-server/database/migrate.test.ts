import { readdir, readFile } from 'node:fs/promises'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { connectDatabase } from './connect.ts'
import { migrate } from './migrate.ts'
import * as schema from './schema.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('template1')
})
afterAll(() => database.close())

test('two servers that start at once migrate once', async () => {
  const other = connectDatabase(database.url)
  const ran = await Promise.all([migrate(database.db), migrate(other.db), migrate(database.db)])
  await other.close()
  const files = (await readdir(new URL('./migrations/', import.meta.url))).sort()
  expect(files[0]).toBe('0001_foundations.sql')
  expect(ran.filter(names => names.length > 0)).toEqual([files])
  expect(await migrate(database.db)).toEqual([])
})

test('a database of the first release keeps its users', async () => {
  const old = await openTestDatabase('template1')
  const first = await readFile(new URL('./migrations/0001_foundations.sql', import.meta.url), 'utf8')
  await old.db.execute(sql.raw(first))
  await old.db.execute(
    sql`create table vitrine_migrations (name text primary key, applied_at timestamptz not null default now())`,
  )
  await old.db.execute(sql`insert into vitrine_migrations (name) values ('0001_foundations.sql')`)
  await old.db.execute(sql`insert into apps (id, config, secret_hash) values ('app', '{}', 'hash')`)
  await old.db.execute(sql`insert into users (id, app_id) values ('user', 'app')`)
  await old.db.execute(sql`
    insert into accounts (id, app_id, user_id, type, subject, seal)
    values ('account', 'app', 'user', 'email', 'a@mail.example', 'seal')`)
  await migrate(old.db)
  expect(await old.db.select().from(schema.accounts)).toMatchObject([
    { userId: 'user', type: 'email', subject: 'a@mail.example', seal: 'seal', details: {} },
  ])
  await old.close()
})

const tables = Object.values<unknown>(schema).filter((value): value is PgTable => is(value, PgTable))

test.each(tables.map(table => [getTableName(table), table] as const))(
  'the migrations and schema.ts agree on %s',
  async (name, table) => {
    const { rows } = await database.db.execute<Record<string, string>>(sql`
      select column_name, is_nullable, udt_name, column_default is not null or is_identity = 'YES' as has_default
      from information_schema.columns where table_name = ${name} and table_schema = 'public'
      order by column_name`)
    const types: Readonly<Record<string, string>> = {
      text: 'text',
      integer: 'int4',
      bigint: 'int8',
      jsonb: 'jsonb',
      boolean: 'bool',
      'timestamp (3) with time zone': 'timestamptz',
    }
    const expected = Object.values(getTableColumns(table)).map(column => ({
      column_name: column.name,
      is_nullable: column.notNull ? 'NO' : 'YES',
      udt_name: types[column.getSQLType()],
      has_default: column.hasDefault || column.generatedIdentity !== undefined,
    }))
    expect(rows).toEqual(expected.sort((a, b) => (a.column_name < b.column_name ? -1 : 1)))

    const { indexes, uniqueConstraints, foreignKeys, primaryKeys } = getTableConfig(table)
    const { rows: constraints } = await database.db.execute<{ contype: string; count: number }>(sql`
      select contype, count(*)::int as count from pg_constraint
      where conrelid = ${name}::regclass and contype in ('u', 'f') group by contype`)
    const count = (type: string) => constraints.find(({ contype }) => contype === type)?.count ?? 0
    expect(count('u')).toBe(uniqueConstraints.length)
    expect(count('f')).toBe(foreignKeys.length)
    const { rows: keys } = await database.db.execute<{ indisprimary: boolean; columns: number }>(sql`
      select indisprimary, indnatts::int as columns from pg_index where indrelid = ${name}::regclass`)
    expect(keys.filter(({ indisprimary }) => !indisprimary).length).toBe(
      indexes.length + uniqueConstraints.length,
    )
    expect(keys.find(({ indisprimary }) => indisprimary)?.columns).toBe(primaryKeys[0]?.columns.length ?? 1)
  },
)
