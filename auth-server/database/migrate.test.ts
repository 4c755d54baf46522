import { readdir, readFile } from 'node:fs/promises'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import * as auditTables from './audit-tables.ts'
import * as changeTables from './change-tables.ts'
import { connectDatabase } from './connect.ts'
import * as expectedTables from './expected-tables.ts'
import * as hostKeyTables from './host-key-tables.ts'
import * as keyTables from './key-tables.ts'
import { migrate, migrateDatabase } from './migrate.ts'
import * as operatorTables from './operator-tables.ts'
import * as schema from './schema.ts'
import { isUniqueViolation } from './violations.ts'
import * as webhookTables from './webhook-tables.ts'

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

test('the role of a process of the release before adds jobs as soon as the migration is there', async () => {
  const old = await databaseUpTo('0046_operator_devices.sql')
  await old.db.execute(sql`insert into apps (id, config, secret_hash) values ('app', '{}', 'hash')`)
  await old.db.execute(
    sql`insert into webhook_endpoints (id, app_id, url, sealed_secret, events) values ('hook', 'app', '', '', '[]')`,
  )
  await old.db.execute(sql`grant insert on webhook_deliveries to vitrine_api`)
  await old.db.execute(sql`grant usage on schema public to vitrine_api`)
  await migrate(old.db)
  const api = connectDatabase(old.apiUrl)
  await api.db.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, app_id, user_id, event_id, type, at, data, next_at, expires_at)
    values ('msg', 'hook', 'app', 'user', 1, 'user.created', now(), '{}', now(), now() + interval '1 day')`)
  await api.close()
  const { rows } = await old.db.execute(sql`select data -> 'key' as key, group_id from job`)
  expect(rows).toEqual([{ key: { id: 'msg' }, group_id: 'app' }])
  await old.close()
})

test('accounts whose email address has invisible characters are reported, and stay as they are', async () => {
  const old = await databaseUpTo('0043_operators.sql')
  await old.db.execute(sql`insert into apps (id, config, secret_hash) values ('app', '{}', 'hash')`)
  const subjects = [
    'ada@mail.example',
    'ada\u200b@mail.example',
    'rene\u0301@mail.example',
    'zo\u00eb@mail.example',
  ]
  for (const [at, subject] of subjects.entries()) {
    await old.db.execute(sql`insert into users (id, app_id) values (${`user-${at}`}, 'app')`)
    await old.db.execute(sql`
      insert into accounts (id, app_id, user_id, type, subject, seal)
      values (${`account-${at}`}, 'app', ${`user-${at}`}, 'email', ${subject}, 'seal')`)
  }
  const logged = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await migrateDatabase(old.url)
  const lines = logged.mock.calls.map(([line]) => String(line)).filter(line => line.includes('email address'))
  logged.mockRestore()
  expect(lines).toHaveLength(2)
  expect(lines.find(line => line.includes('user-1'))).toContain('Codes go to user user-0 from now on.')
  expect(lines.find(line => line.includes('user-2'))).toContain('can no longer log in with it')
  const kept = await old.db.select({ subject: schema.accounts.subject }).from(schema.accounts)
  expect(kept.map(it => it.subject).sort()).toEqual(subjects.sort())
  await old.close()
})

/** A database of the release that ended with a migration, and what its next start would wait for. */
async function databaseUpTo(last: string): Promise<TestDatabase> {
  const old = await openTestDatabase('template1')
  const folder = new URL('./migrations/', import.meta.url)
  await old.db.execute(
    sql`create table vitrine_migrations (name text primary key, applied_at timestamptz not null default now())`,
  )
  for (const name of (await readdir(folder)).sort().filter(file => file <= last)) {
    await old.db.execute(sql.raw(await readFile(new URL(name, folder), 'utf8')))
    await old.db.execute(sql`insert into vitrine_migrations (name) values (${name})`)
  }
  return old
}

/** Of migrations after those of `databaseUpTo`. */
const LATER = [
  'key_id',
  'held_until',
  'held_for',
  'account_id',
  'browser_hash',
  'language',
  'merged_into',
  'adoption_seal',
  'shown_index',
  'exported_at',
  'custom_metadata',
]

describe('a database of before linked wallets', () => {
  let old: TestDatabase
  beforeAll(async () => {
    old = await databaseUpTo('0007_entropy_salts.sql')
  })
  afterAll(() => old.close())

  const rowsOf = async (table: string) =>
    (await old.db.execute(sql`select * from ${sql.identifier(table)} order by 1, 2`)).rows
  const link = (id: string, type: string, subject: string) =>
    old.db.execute(sql`
      insert into accounts (id, app_id, user_id, type, subject, seal)
      values (${id}, 'app', 'user', ${type}, ${subject}, 'seal')`)

  test('keeps its users, accounts, wallets and secrets', async () => {
    await old.db.execute(sql`insert into apps (id, config, secret_hash) values ('app', '{}', 'hash')`)
    await old.db.execute(sql`insert into users (id, app_id) values ('user', 'app')`)
    await link('account-1', 'email', 'a@mail.example')
    await link('account-2', 'phone', '+12025550123')
    await link('account-3', 'passkey', 'credential-1')
    await link('account-4', 'passkey', 'credential-2')
    await old.db.execute(sql`
      insert into wallets (id, app_id, user_id, chain_type, wallet_index, address, public_key, sealed_key)
      values ('wallet', 'app', 'user', 'ethereum', 0, '0x1', '0x2', 'sealed')`)
    await old.db.execute(sql`
      insert into captcha_secrets (app_id, provider, secret) values ('app', 'turnstile', 'plain-secret')`)
    const kept = ['apps', 'users', 'accounts', 'wallets', 'captcha_secrets']
    const before = await Promise.all(kept.map(rowsOf))

    // What the migration does, as it does it: readers wait for nobody while an index is built, and no time limit ends it.
    await old.db.execute(sql`create table seen (command text, waits boolean, ends_after text)`)
    await old.db.execute(sql`
      create function see() returns event_trigger language plpgsql as $$ begin
        insert into seen select tg_tag, exists (
          select from pg_locks where relation = 'accounts'::regclass and mode = 'AccessExclusiveLock' and granted
        ), current_setting('statement_timeout');
      end $$`)
    await old.db.execute(sql`create event trigger see on ddl_command_start execute function see()`)
    expect(await migrate(old.db)).toContain('0008_linked_wallets.sql')
    await old.db.execute(sql`drop event trigger see`)

    // Columns that came later are empty.
    const after = (await Promise.all(kept.map(rowsOf))).map(rows =>
      rows.map(row => Object.fromEntries(Object.entries(row).filter(([column]) => !LATER.includes(column)))),
    )
    expect(after).toEqual(before)
    expect((await rowsOf('accounts')).every(row => row.held_until === null)).toBe(true)
    expect((await rowsOf('users')).every(row => row.language === null)).toBe(true)
    const { rows: seen } = await old.db.execute<{ command: string; waits: boolean; ends_after: string }>(
      sql`select * from seen`,
    )
    const indexes = seen.filter(({ command }) => command === 'CREATE INDEX')
    // That of a table with rows comes first; those of new tables wait for nobody.
    expect(indexes[0]).toMatchObject({ waits: false })
    expect(new Set(seen.map(it => it.ends_after))).toEqual(new Set(['0']))
  })

  test('has the rules of now: one account of a kind, several passkeys and wallets, whose names are normalised', async () => {
    await expect(link('account-5', 'email', 'b@mail.example')).rejects.toSatisfy(isUniqueViolation)
    await link('account-6', 'passkey', 'credential-3')
    await link('account-7', 'wallet', `ethereum:0x${'a'.repeat(40)}`)
    await link('account-8', 'wallet', `ethereum:0x${'b'.repeat(40)}`)
    await expect(link('account-9', 'wallet', `ethereum:0x${'C'.repeat(40)}`)).rejects.toThrow()
  })
})

const tables = Object.values<unknown>({
  ...schema,
  ...changeTables,
  ...auditTables,
  ...webhookTables,
  ...keyTables,
  ...hostKeyTables,
  ...operatorTables,
  ...expectedTables,
}).filter((value): value is PgTable => is(value, PgTable))

test.each(tables.map(table => [getTableName(table), table] as const))(
  'the migrations and schema.ts agree on %s',
  async (name, table) => {
    const { rows } = await database.db.execute<Record<string, string>>(sql`
      select column_name, is_nullable, udt_name, column_default is not null or is_identity = 'YES' as has_default
      from information_schema.columns where table_name = ${name} and table_schema = 'public'
      order by column_name`)
    const types: Readonly<Record<string, string>> = {
      text: 'text',
      'text[]': '_text',
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
