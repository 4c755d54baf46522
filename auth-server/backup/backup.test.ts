import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SecretTools } from '../commands/command.ts'
import { runCommand } from '../commands/run.ts'
import { connectDatabase, type Database } from '../database/connect.ts'
import { migrateWithin, namesMigrations } from '../database/migrate.ts'
import { QUEUE_TABLES } from '../jobs/testing/queue-tables.ts'
import { masterKeyId } from '../signer/master-key.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { create, createSolana, logInOnNewDevice } from '../wallet/testing/wallet-calls.ts'
import { LEFT_OUT } from './contents.ts'
import { linesIn, writeEdited, writeHeader } from './testing/edit-backup.ts'

/** Everything that a line of `COPY` has to escape, its end of a table too. */
const ODD = 'a\tb\nc\\d\n\\.\ne “ü” \u{1f511}'

const folder = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const file = join(folder, 'whole')
const opened: TestDatabase[] = []
let server: TestServer
let keyId: string

beforeAll(async () => {
  server = await startTestServer()
  keyId = masterKeyId(Buffer.from(server.masterKey))
  const person = await logInOnNewDevice(server)
  await create(server, person)
  await createSolana(server, person)
  await logInOnNewDevice(server)
  await server.registerApp({ name: ODD })
  await run(server.database.db, 'backup', file)
})
afterAll(async () => {
  await server.stop()
  for (const database of opened) await database.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A command, with the master keys of these ids at hand. */
const run = (db: Database, ...args: string[]) => runWith(null, db, ...args)
const runWith = (masterKeyIds: readonly string[] | null, db: Database, ...args: string[]) =>
  runCommand(db, args, { masterKeyIds: async () => masterKeyIds } as SecretTools)

/** @param template `template` for one on which a server has started */
async function openEmpty(template = 'template1'): Promise<Database> {
  const database = await openTestDatabase(template)
  opened.push(database)
  return database.db
}

const tablesIn = async (db: Database) => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  return rows.map(({ name }) => name).filter(name => !QUEUE_TABLES.includes(name))
}
const rowsIn = async (db: Database, table: string) =>
  (await db.execute(sql`select to_jsonb(it) as row from ${sql.identifier(table)} as it order by it::text`))
    .rows

describe('a backup that is put back', () => {
  let restored: Database
  let said: string
  beforeAll(async () => {
    restored = await openEmpty()
    said = await runWith([keyId], restored, 'restore', file)
  })

  test('has every row of every table, but for what a restored database begins without', async () => {
    const tables = await tablesIn(server.database.db)
    expect(await tablesIn(restored)).toEqual(tables)
    const changed = new Set(['vitrine_migrations', 'audit_events', 'sessions', ...LEFT_OUT])
    const kept = tables.filter(table => !changed.has(table))
    for (const table of kept)
      expect([table, await rowsIn(restored, table)]).toEqual([table, await rowsIn(server.database.db, table)])
    for (const table of LEFT_OUT) expect([table, await rowsIn(restored, table)]).toEqual([table, []])
    // Not equal because they are empty.
    expect(await rowsIn(restored, 'wallets')).toHaveLength(2)
    const { rows } = await restored.execute(sql`select from apps where config->>'name' = ${ODD}`)
    expect(rows).toHaveLength(1)
  })

  test('has ended every session, and says so with what is left to do', async () => {
    const { rows } = await restored.execute<{ open: number; all: number }>(
      sql`select count(*)::int as all, count(*) filter (where revoked_at is null)::int as open from sessions`,
    )
    expect(rows).toEqual([{ all: 2, open: 0 }])
    expect(said).toContain('Sessions ended  2')
    expect(said).toContain(`Denylist of ${server.appId}  empty`)
    expect(said).toContain(`Master key      ${keyId}, as given`)
  })

  test('is written down, as is the backup, and gives no id of a row a second time', async () => {
    const taken = `select id from audit_events where type = 'backup.taken'`
    expect((await server.database.db.execute(sql.raw(taken))).rows).toHaveLength(1)
    const { rows } = await restored.execute<{ id: string; before: string }>(sql`
      select id, (select max(id) from audit_events where type <> 'backup.restored') as before
      from audit_events where type = 'backup.restored' and actor = 'command'`)
    expect(Number(rows[0]?.id)).toBeGreaterThan(Number(rows[0]?.before))
  })

  test('is not put back a second time, onto who is there by now', async () => {
    await expect(run(restored, 'restore', file)).rejects.toThrow('This database has apps or users')
    await restored.execute(sql`delete from apps`)
    expect(await run(restored, 'restore', file)).toContain('Restored')
    await restored.execute(sql`alter table users drop constraint users_app_id_fkey`)
    await restored.execute(sql`delete from apps`)
    await expect(run(restored, 'restore', file)).rejects.toThrow('This database has apps or users')
  })
})

test('the file is its owner’s alone, whole, and has every table but what lets somebody in', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['whole'])
  const [, header = ''] = linesIn(file)
  const { tables, masterKeyId: needed, note } = JSON.parse(header)
  const names: string[] = tables.map(({ name }: { name: string }) => name)
  const all = (await tablesIn(server.database.db)).filter(name => name !== 'vitrine_migrations')
  expect([...names, ...LEFT_OUT].sort()).toEqual(all)
  expect([...LEFT_OUT]).toEqual(expect.arrayContaining(['refresh_tokens', 'one_time_codes', 'captcha_keys']))
  expect(needed).toBe(keyId)
  expect(note).toContain('The master key is not in this file')
  const text = gunzipSync(readFileSync(file)).toString('latin1')
  for (const form of ['hex', 'base64', 'base64url'] as const)
    expect(text).not.toContain(server.masterKey.toString(form))
})

test('what is written while it is taken is not in it', async () => {
  const { db, url } = server.database
  const holder = connectDatabase(url, 1)
  const late = join(folder, 'late')
  const taken = await holder.db.transaction(async tx => {
    await tx.execute(sql`lock table apps in access exclusive mode`)
    const backup = run(db, 'backup', late)
    const waits = sql`select from pg_locks join pg_class on pg_class.oid = relation where relname = 'apps' and not granted`
    while ((await tx.execute(waits)).rows.length === 0) await delay(10)
    // Of a table that is copied after the one it waits for.
    await tx.execute(sql`insert into users (id, app_id) values ('user_late', ${server.appId})`)
    return { backup }
  })
  await taken.backup
  await holder.close()
  expect(linesIn(late).some(line => line.startsWith('user_late'))).toBe(false)
  expect(linesIn(late).some(line => line.startsWith(server.appId))).toBe(true)
  await db.execute(sql`delete from users where id = 'user_late'`)
  rmSync(late)
})

describe('a file that cannot be written', () => {
  test.each([
    ['whole', 'is there already: name a new file'],
    ['no-folder/backup', 'cannot be written (ENOENT)'],
    ['broken-off', 'Delete it then'],
  ])('%s is named, and no file is left', async (name, sentence) => {
    writeFileSync(join(folder, 'broken-off.part'), '')
    const before = readdirSync(folder)
    await expect(run(server.database.db, 'backup', join(folder, name))).rejects.toThrow(sentence)
    expect(readdirSync(folder)).toEqual(before)
    rmSync(join(folder, 'broken-off.part'))
  })

  test('nor is one of a role that may not read all', async () => {
    const api = connectDatabase(server.database.apiUrl, 1)
    await server.database.db.execute(sql`revoke select on webhook_endpoints from vitrine_api`)
    await expect(run(api.db, 'backup', join(folder, 'partial'))).rejects.toThrow('permission denied')
    await server.database.db.execute(sql`grant select on webhook_endpoints to vitrine_api`)
    await api.close()
    expect(readdirSync(folder)).toEqual(['whole'])
  })
})

describe('a file that is damaged changes nothing', () => {
  let empty: Database
  const other = join(folder, 'damaged')
  beforeAll(async () => {
    empty = await openEmpty()
  })
  afterAll(() => rmSync(other, { force: true }))
  const refused = async (sentence: string) => {
    await expect(run(empty, 'restore', other)).rejects.toThrow(sentence)
    expect(await tablesIn(empty)).toEqual([])
  }

  test.each([0, 5, 0.1, 0.5, 0.9, 0.999])('cut off at %d', async at => {
    const bytes = readFileSync(file)
    writeFileSync(other, bytes.subarray(0, at < 1 ? Math.floor(bytes.length * at) : at))
    await refused('damaged, cut off, or no backup')
  })

  test.each([0.05, 0.3, 0.6, 0.9])('with one bit turned at %d', async at => {
    const bytes = readFileSync(file)
    const index = Math.floor(bytes.length * at)
    bytes[index] = (bytes[index] ?? 0) ^ 1
    writeFileSync(other, bytes)
    await refused('damaged, cut off, or no backup')
  })

  test.each<[string, (text: string) => string]>([
    ['a letter of a name in its header', text => text.replace('0006_embedded', '0006_embeddet')],
    ['a value of a row', text => text.replace(server.appId, `${server.appId.slice(0, -1)}~`)],
    ['a row', text => text.replace(/^app_.*\n/m, '')],
    ['the end', text => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1)],
    ['half a row', text => text.slice(0, text.length / 2)],
  ])('compressed again without %s', async (_, edit) => {
    writeFileSync(other, gzipSync(edit(gunzipSync(readFileSync(file)).toString('utf8'))))
    await refused('damaged, cut off, or no backup')
  })

  test('followed by another one', async () => {
    writeFileSync(other, Buffer.concat([readFileSync(file), readFileSync(file)]))
    await refused('damaged, cut off, or no backup')
  })

  test('with rows that Postgres refuses, far behind others', async () => {
    writeEdited(file, other, lines => lines.map(line => line.replace('\tethereum\t0\t', '\tethereum\tx\t')))
    await refused('Postgres refused rows of wallets')
  })

  test('with a table that its release does not make', async () => {
    const [, header = ''] = linesIn(file)
    const tables = JSON.parse(header).tables.map((table: { name: string; columns: string[] }) =>
      table.name === 'wallets' ? { ...table, name: 'pg_authid' } : table,
    )
    writeHeader(file, other, { tables })
    await refused('tables that its release does not make')
  })

  test('of a newer release, which it names', async () => {
    const migrations = [...(await namesMigrations()), '9999_later.sql']
    writeHeader(file, other, { version: '9.9.9', migrations })
    await refused(
      'of Vitrine 9.9.9, whose database has changes that this release does not know (9999_later.sql)',
    )
    writeFileSync(other, gzipSync('VITRINE BACKUP 2\n{}\n'))
    await refused('has format 2, which this release does not know')
  })

  test('that is not there, or under another master key', async () => {
    rmSync(other)
    await refused(`There is no file ${other}`)
    await expect(runWith(['another'], empty, 'restore', file)).rejects.toThrow(
      `sealed under the master key ${keyId}, and you gave another`,
    )
    expect(await tablesIn(empty)).toEqual([])
  })
})

test('a database that a server works with is left alone', async () => {
  const served = await openEmpty('template')
  const heard = (until: string) =>
    served.execute(sql`
      insert into key_readers (id, generation, master_keys, expires_at) values ('reader', 1, '{}', now() + ${until}::interval)
      on conflict (id) do update set expires_at = excluded.expires_at`)
  await heard('30 seconds')
  await expect(run(served, 'restore', file)).rejects.toThrow('A server works with this database')
  await heard('-1 second')
  expect(await run(served, 'restore', file)).toContain('None was given here to compare it with')
})

test('one of an older release comes back as it was, and is brought up to date', async () => {
  const all = await namesMigrations()
  const then = all.filter(name => name <= '0020')
  const old = await openEmpty()
  await old.transaction(tx => migrateWithin(tx, then))
  await old.execute(sql`insert into apps (id, config, secret_hash) values ('app', '{}', 'hash')`)
  await old.execute(sql`insert into users (id, app_id) values ('user', 'app')`)
  const before = await tablesIn(old)
  const older = join(folder, 'older')
  expect(await run(old, 'backup', older)).toContain('none: nothing is sealed yet')
  // To back up changes nothing.
  expect(await tablesIn(old)).toEqual(before)

  const restored = await openEmpty('template')
  await run(restored, 'restore', older)
  const { rows } = await restored.execute<{ name: string }>(
    sql`select name from vitrine_migrations order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(all)
  expect(await rowsIn(restored, 'users')).toMatchObject([{ row: { id: 'user', language: null } }])
  rmSync(older)
})

test('a database of a newer release is neither backed up nor replaced', async () => {
  const newer = await openEmpty('template')
  await newer.execute(sql`insert into vitrine_migrations (name) values ('9999_later.sql')`)
  for (const [command, target] of [
    ['backup', join(folder, 'newer')],
    ['restore', file],
  ] as const)
    await expect(run(newer, command, target)).rejects.toThrow('A newer release has changed this database')
  const nothing = await openEmpty()
  await expect(run(nothing, 'backup', join(folder, 'none'))).rejects.toThrow('There is nothing to back up')
})

test('neither takes more than a file', async () => {
  for (const args of [['backup'], ['backup', 'a', 'b'], ['restore', 'a', 'b']])
    await expect(run(server.database.db, ...args)).rejects.toThrow('Usage')
})
