import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('every sealed column is sealed anew, and refers to the keys that there are', async () => {
  const { rows } = await database.db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and column_name like 'sealed%' and table_name <> 'signer_roots' order by 1`)
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort()
  expect(known).toEqual(rows.map(({ name }) => name))
  const { rows: referring } = await database.db.execute<{ table: string }>(sql`
    select conrelid::regclass::text as table from pg_constraint
    where contype = 'f' and confrelid = 'envelope_keys'::regclass order by 1`)
  expect(referring.map(it => it.table)).toEqual(SEALED_COLUMNS.map(({ table }) => table).sort())
})

test('what names a key that is not there cannot be written', async () => {
  const write = (keyId: string) =>
    database.db.execute(
      sql`insert into entropy_salts (name, sealed_salt) values (${keyId}, ${`v1.${keyId}.iv.text`})`,
    )
  await expect(write('retired')).rejects.toMatchObject({ cause: { code: '23503' } })
  await database.db.execute(sql`insert into envelope_keys (id) values ('current')`)
  await write('current')
  // Nor can a key go that is named.
  await expect(database.db.execute(sql`delete from envelope_keys`)).rejects.toMatchObject({
    cause: { code: '23503' },
  })
})
