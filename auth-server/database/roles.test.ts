import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { findBinaries } from './binaries.ts'
import { connectDatabase } from './connect.ts'
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { startPostmaster, stopPostmaster } from './postmaster.ts'
import { openApiRole, prepareEmbedded, prepareExternal } from './roles.ts'
import { findServiceUser } from './service-user.ts'

const INSUFFICIENT_PRIVILEGE = '42501'
const INVALID_AUTHORIZATION = /^28/

/** SQLSTATE of the refusal, or what came back. */
async function attempt(url: string, statement: string): Promise<unknown> {
  const client = new Client(url)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  } finally {
    await client.end()
  }
}

describe('the role of the API process', () => {
  let database: TestDatabase
  let superuser: string
  beforeAll(async () => {
    database = await openTestDatabase()
    await prepareEmbedded(database.url)
    superuser =
      (await database.db.execute<{ name: string }>(sql`select current_user as name`)).rows[0]?.name ?? ''
  })
  afterAll(() => database.close())

  test.each([
    ['read a file', `select pg_read_binary_file('/etc/hostname')`],
    ['list a folder', `select pg_ls_dir('/')`],
    ['read a file by copy', `copy token_keys (kid) from '/etc/hostname'`],
    ['run a program', `copy token_keys (kid) to program 'cat > /dev/null'`],
    ['read passwords', 'select rolpassword from pg_authid'],
    ['import a file', `select lo_import('/etc/hostname')`],
    ['make a function', `create function f() returns int language sql as 'select 1'`],
    ['make a temporary function', `create function pg_temp.f() returns int language sql as 'select 1'`],
    ['make a table', 'create table t (n int)'],
    ['make a temporary table', 'create temporary table t (n int)'],
    ['make a schema', 'create schema s'],
    ['make a role', 'create role r'],
    ['make a database', 'create database d'],
    ['change a table', 'alter table accounts drop column seal'],
    ['drop a table', 'drop table accounts'],
    [
      'put a trigger on a table',
      'create trigger t before insert on accounts execute function suppress_redundant_updates_trigger()',
    ],
    ['empty a table', 'truncate accounts'],
    ['become the owner', 'set role vitrine_owner'],
    ['become the superuser', 'set role vitrine'],
    ['change a setting of the server', `alter system set fsync = off`],
    ['let a migration run again', 'delete from vitrine_migrations'],
    [
      'say whose tokens log people in',
      `insert into login_issuers (app_id, method, settings) values ('a', 'm', '{}')`,
    ],
    ['change whose tokens log people in', `update login_issuers set seal = 's'`],
    ['take away whose tokens log people in', 'delete from login_issuers'],
    ['say who may not enter', `insert into entry_rules (app_id) values ('a')`],
    ['change who may enter', 'delete from entry_rules'],
    ['make a test account', `insert into test_accounts (app_id) values ('a')`],
    ['change the code of a test account', `update test_accounts set otp_code = '1'`],
    ['make an operator', `insert into operators (id, name) values ('o', 'n')`],
    ['give an operator all apps', `update operators set all_apps_role = 'manager'`],
    [
      'give an operator an app',
      `insert into operator_apps (operator_id, app_id, role) values ('o', 'a', 'viewer')`,
    ],
    ['let an operator in by a link', `insert into operator_enrolments (hash) values ('h')`],
    ['lengthen a link for an operator', 'update operator_enrolments set expires_at = now()'],
    ['put a key in the place of an operator’s', `update operator_passkeys set cose_key = 'k'`],
    ['take a passkey from an operator', 'delete from operator_passkeys'],
    ['give back the id of a user who was deleted', 'delete from deleted_users'],
    ['change the id of a user who was deleted', `update deleted_users set id = 'u'`],
    ['skip foreign keys and triggers', 'set session_replication_role = replica'],
  ])('cannot %s', async (_name, statement) => {
    const refused = await attempt(database.apiUrl, statement)
    expect(refused).toBe(INSUFFICIENT_PRIVILEGE)
  })

  test('reads and writes rows', async () => {
    const { apiUrl } = database
    expect(
      await attempt(
        apiUrl,
        `insert into apps (id, config, secret_hash) values ('a', '{}', 'h') returning id`,
      ),
    ).toEqual([{ id: 'a' }])
    expect(
      await attempt(apiUrl, `update apps set secret_hash = 'i' where id = 'a' returning secret_hash as h`),
    ).toEqual([{ h: 'i' }])
    expect(await attempt(apiUrl, `delete from apps where id = 'a' returning id`)).toEqual([{ id: 'a' }])
  })

  test('adds a passkey to an operator where a command asked for one, once and in time', async () => {
    await database.db.execute(sql`insert into operators (id, name) values ('o', 'Ada'), ('p', 'Bob')`)
    await database.db.execute(sql`
      insert into operator_enrolments (hash, operator_id, expires_at)
      values ('open', 'o', now() + interval '1 hour'), ('over', 'o', now() - interval '1 hour')`)
    const add = (id: string, operator: string, enrolment: string) =>
      attempt(
        database.apiUrl,
        `insert into operator_passkeys (id, operator_id, enrolment_hash, cose_key, counter)
         values ('${id}', '${operator}', '${enrolment}', 'k', 0) returning id`,
      )
    const [FOREIGN_KEY, UNIQUE, CHECK] = ['23503', '23505', '23514']
    expect(await add('1', 'o', 'none')).toBe(CHECK)
    expect(await add('1', 'o', 'over')).toBe(CHECK)
    expect(await add('1', 'p', 'open')).toBe(FOREIGN_KEY)
    expect(await add('1', 'o', 'open')).toEqual([{ id: '1' }])
    expect(await add('2', 'o', 'open')).toBe(UNIQUE)
    const counted = 'update operator_passkeys set counter = 1, used_at = now() returning id'
    expect(await attempt(database.apiUrl, counted)).toEqual([{ id: '1' }])
  })

  test.each(['', 'guessed'])(
    'is the only one that its password %j opens: the socket asks everybody for one',
    async password => {
      const other = new URL(database.apiUrl)
      other.username = superuser
      if (password !== '') other.password = password
      expect(await attempt(other.href, 'select 1')).toMatch(INVALID_AUTHORIZATION)
      other.password = password
      if (password === '') expect(await attempt(other.href, 'select 1')).not.toEqual(expect.any(Array))
    },
  )

  test('has the password of the last start alone', async () => {
    const before = await openApiRole(database.url)
    const { apiUrl } = database
    try {
      expect(await attempt(before, 'select current_user as name')).toEqual([{ name: 'vitrine_api' }])
      expect(await attempt(apiUrl, 'select 1')).toMatch(INVALID_AUTHORIZATION)
    } finally {
      // The role is the whole run's.
      await database.db.execute(sql.raw(`alter role vitrine_api password '${new URL(apiUrl).password}'`))
    }
  })
})

test('an embedded database is set up by ten commands at once', async () => {
  const database = await openTestDatabase()
  try {
    const many = await Promise.allSettled(Array.from({ length: 10 }, () => prepareEmbedded(database.url)))
    expect(many.filter(({ status }) => status === 'rejected')).toEqual([])
  } finally {
    await database.close()
  }
})

describe('a data directory of an earlier release', () => {
  let dataDir: string
  let started: EmbeddedPostgres | null = null
  afterEach(async () => {
    await started?.stop()
    started = null
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** One superuser owns all, and nobody is asked for a password. */
  function makeOldCluster() {
    dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
    const user = findServiceUser()
    const binaries = findBinaries(user, join(tmpdir(), 'vitrine'))
    const cluster = join(dataDir, 'postgres')
    mkdirSync(cluster, { mode: 0o700 })
    if (user) {
      spawnSync('chmod', ['711', dataDir])
      chownSync(cluster, user.uid, user.gid)
    }
    const made = spawnSync(
      binaries.initdb,
      ['-D', cluster, '-U', 'vitrine', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
      { ...user, cwd: '/', env: {} },
    )
    expect(made.status).toBe(0)
    return {
      start: () => startPostmaster(cluster, binaries, { user, password: 'none', clients: null }),
      cluster,
    }
  }
  const fill = async (url: string) => {
    const { db, close } = connectDatabase(url, 1)
    await migrate(db)
    await db.execute(sql`insert into apps (id, config, secret_hash) values ('kept', '{}', 'hash')`)
    await close()
  }

  test.each(['stopped', 'left running'])(
    'that was %s is taken over with its rows, and asks for passwords from then on',
    async state => {
      const { start, cluster } = makeOldCluster()
      const old = await start()
      await fill(old.url)
      if (state === 'stopped') await stopPostmaster(cluster, old.pid)

      started = await startEmbedded(dataDir)
      await prepareEmbedded(started.url)
      const apiUrl = await openApiRole(started.url)
      expect(await attempt(apiUrl, 'select id from apps')).toEqual([{ id: 'kept' }])
      expect(await attempt(apiUrl, 'alter table apps drop column config')).toBe(INSUFFICIENT_PRIVILEGE)
      expect(await attempt(apiUrl, `select pg_read_file('/etc/hostname')`)).toBe(INSUFFICIENT_PRIVILEGE)
      const stranger = new URL(started.url)
      stranger.password = 'none'
      expect(await attempt(stranger.href, 'select 1')).toMatch(INVALID_AUTHORIZATION)
      const owners = `select distinct pg_get_userbyid(relowner) as owner from pg_class
      where relnamespace = 'public'::regnamespace`
      expect(await attempt(started.url, owners)).toEqual([{ owner: 'vitrine_owner' }])

      await started.stop()
      started = await startEmbedded(dataDir)
      await prepareEmbedded(started.url)
      expect(await attempt(await openApiRole(started.url), 'select id from apps')).toEqual([{ id: 'kept' }])
      expect(statSync(join(dataDir, 'database-superuser')).mode & 0o777).toBe(0o600)
      expect(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8')).not.toMatch(/^[^#]*(trust|peer)/m)
    },
  )
})

describe('a database of the operator’s', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openTestDatabase('template1')
    for (const role of ['external_owner', 'external_api'])
      await database.db.execute(sql.raw(`create role ${role} login password 'secret'`))
    await database.db.execute(sql`grant create on schema public to external_owner`)
  })
  afterAll(async () => {
    for (const role of ['external_owner', 'external_api'])
      await database.db.execute(sql.raw(`drop owned by ${role} cascade; drop role ${role}`))
    await database.close()
  })
  const as = (role: string) => {
    const url = new URL(database.url)
    url.username = role
    url.password = 'secret'
    return url.href
  }

  test('is changed as one role and used as another, which gets the rows alone', async () => {
    const urls = { databaseUrl: as('external_api'), migrationUrl: as('external_owner') }
    expect(await prepareExternal(urls)).toEqual([])
    expect(await attempt(urls.databaseUrl, 'select count(*)::int as n from apps')).toEqual([{ n: 0 }])
    expect(await attempt(urls.databaseUrl, 'drop table apps')).toBe(INSUFFICIENT_PRIVILEGE)
  })

  test('is set up by ten commands at once', async () => {
    const urls = { databaseUrl: as('external_api'), migrationUrl: as('external_owner') }
    const many = await Promise.all(Array.from({ length: 10 }, () => prepareExternal(urls)))
    expect(many).toEqual(Array(10).fill([]))
  })

  test('that is used as the owner, or as a superuser, is warned of', async () => {
    const warnings = await prepareExternal({ databaseUrl: as('external_owner'), migrationUrl: null })
    expect(warnings).toEqual([
      expect.stringMatching(/"external_owner".* owns the tables.*DATABASE_MIGRATION_URL/),
    ])
    const more = await prepareExternal({ databaseUrl: database.url, migrationUrl: null })
    expect(more).toContainEqual(expect.stringMatching(/"vitrine".* is a superuser/))
  })

  test.each([
    [
      'grant pg_read_server_files to',
      'revoke pg_read_server_files from',
      /is a member of pg_read_server_files/,
    ],
    [
      'grant pg_execute_server_program to',
      'revoke pg_execute_server_program from',
      /is a member of pg_execute_server_program/,
    ],
    [
      'grant create on schema public to',
      'revoke create on schema public from',
      /can make tables and functions/,
    ],
  ])('whose role has too much by %s is warned of', async (give, take, warning) => {
    const urls = { databaseUrl: as('external_api'), migrationUrl: as('external_owner') }
    await database.db.execute(sql.raw(`${give} external_api`))
    const warnings = await prepareExternal(urls)
    await database.db.execute(sql.raw(`${take} external_api`))
    expect(warnings).toEqual([expect.stringMatching(warning)])
    expect(await prepareExternal(urls)).toEqual([])
  })

  test('whose role can make roles is warned of', async () => {
    const urls = { databaseUrl: as('external_api'), migrationUrl: as('external_owner') }
    await database.db.execute(sql`alter role external_api createrole`)
    const warnings = await prepareExternal(urls)
    await database.db.execute(sql`alter role external_api nocreaterole`)
    expect(warnings).toEqual([expect.stringMatching(/"external_api".* can make roles/)])
  })

  test('that is named by the role of the rows alone is not changed, and says what to set', async () => {
    await prepareExternal({ databaseUrl: as('external_api'), migrationUrl: as('external_owner') })
    await expect(prepareExternal({ databaseUrl: as('external_api'), migrationUrl: null })).rejects.toThrow(
      'The database role "external_api" may not change the tables. Name the role that owns them in DATABASE_MIGRATION_URL.',
    )
  })
})
