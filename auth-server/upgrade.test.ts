import { createPrivateKey } from 'node:crypto'
import { MFA_TOKEN_HEADER } from '@vitrine/shared/api/headers.ts'
import { sql } from 'drizzle-orm'
import { verifyMessage } from 'ethers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LEFT_OUT } from './backup/contents.ts'
import { connectDatabase, type Database } from './database/connect.ts'
import { namesMigrations } from './database/migrate.ts'
import { delegationsOf, revoke } from './delegation/testing/delegates.ts'
import { authenticatorApp, proveCode } from './mfa/testing/mfa-calls.ts'
import type { DelegationList } from './signer/delegation-operations.ts'
import { testDeviceOf } from './signer/testing/device.ts'
import { askForCode, call, type LoggedIn, logIn, tryCode } from './testing/client.ts'
import type { TestDatabase } from './testing/database.ts'
import statements from './testing/releases/0.1.0.statements.json' with { type: 'json' }
import { loadRelease, release } from './testing/releases/load-release.ts'
import { ORIGIN, type TestServer } from './testing/server.ts'
import { keysInDocument, MASTER_KEY, startWholeServer, type WholeServer } from './testing/whole-server.ts'
import { asDevice, type Person, sign } from './wallet/testing/wallet-calls.ts'

/** The release before, with people logged in, is replaced by this one: the built server starts on what that one left. */
let database: TestDatabase
let server: WholeServer
let before: Map<string, Record<string, unknown>[]>
let after: typeof before

beforeAll(async () => {
  database = await loadRelease()
  // Messages that wait for a backend are not due while the rows are compared.
  await database.db.execute(sql`update webhook_deliveries set next_at = now() + interval '1 hour'`)
  before = await readAll(database.db)
  const env = { DATABASE_URL: database.apiUrl, DATABASE_MIGRATION_URL: database.url }
  server = await startWholeServer({}, env, release.app.id)
  after = await readAll(database.db, [...before.keys()])
}, 120_000)
afterAll(async () => {
  await server?.stop()
  await database?.close()
})

/** Rows of tables, all of them unless some are named. */
async function readAll(db: Database, names?: readonly string[]): Promise<typeof before> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const tables = new Map<string, Record<string, unknown>[]>()
  for (const name of names ?? rows.map(it => it.name)) {
    const read = await db.execute<{ row: Record<string, unknown> }>(
      sql`select to_jsonb(it) as row from ${sql.identifier(name)} as it`,
    )
    tables.set(
      name,
      read.rows.map(({ row }) => row),
    )
  }
  return tables
}

interface Kept {
  readonly email: string
  readonly user_id: string
  readonly device: object
  readonly refresh_token: string
}

/** Goes on with the session that the person's device has kept. */
async function goOn(of: Kept, at: WholeServer = server): Promise<{ who: LoggedIn; person: Person }> {
  const key = createPrivateKey({ key: { ...of.device }, format: 'jwk' })
  const device = await server.createDevice(await testDeviceOf(key))
  const path = '/api/v1/sessions'
  const dpop = await device.prove({ method: 'POST', url: `${ORIGIN}${path}` })
  const answer = await call<{ token: string; refresh_token: string; user: LoggedIn['user'] }>(at, path, {
    body: { refresh_token: of.refresh_token },
    headers: { dpop },
  })
  expect(answer).toMatchObject({ status: 200, body: { user: { id: of.user_id } } })
  const { token, refresh_token: refreshToken, user } = answer.body
  return {
    who: { device: asDevice(device), token, refreshToken, user },
    person: { email: of.email, userId: of.user_id, device, accessToken: token },
  }
}

/** What helpers of other tests ask of a server, of the whole one. */
const asTestServer = () => server as unknown as TestServer

test('the master key is the one of then, and every migration ran', async () => {
  expect(release.master_key).toBe(MASTER_KEY)
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select name from vitrine_migrations order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual(await namesMigrations())
})

test('every time of the release is moved to the present', () => {
  // As Postgres writes it, and in Unix time.
  const then = [release.made_at.slice(0, 15), String(Date.parse(release.made_at)).slice(0, 7)]
  const left = [...before].flatMap(([name, rows]) =>
    rows.flatMap(row =>
      Object.entries(row)
        .filter(([, value]) => then.some(time => JSON.stringify(value).includes(time)))
        .map(([column]) => `${name}.${column}`),
    ),
  )
  expect(left).toEqual([])
  const [{ list } = {}] = before.get('wallet_delegations') as { list: DelegationList }[]
  const [[[until] = []] = []] = list?.delegations[0]?.spent ?? []
  expect(until).toBeGreaterThan(Date.now())
  expect(until).toBeLessThan(Date.now() + 2 * 86_400_000)
})

test('no row is lost, and none has another value in a column of then', () => {
  const ofProcesses = new Set([...LEFT_OUT, 'vitrine_migrations'])
  const kept = [...before].filter(([name, rows]) => rows.length > 0 && !ofProcesses.has(name))
  expect(kept.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      ...['apps', 'users', 'accounts', 'devices', 'sessions', 'wallets', 'wallet_entropies', 'signer_roots'],
      ...['embedded_sets', 'embedded_wallets', 'mfa_factors', 'wallet_delegations', 'authorization_keys'],
      ...['delegation_policies', 'pending_imports', 'webhook_endpoints', 'entry_rules', 'audit_events'],
    ]),
  )
  for (const [name, rows] of kept)
    expect([name, after.get(name)]).toEqual([
      name,
      expect.arrayContaining(rows.map(row => expect.objectContaining(row))),
    ])
})

test('each message that waited for a backend has a job', async () => {
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select data -> 'key' ->> 'id' as id from job where name = 'webhooks' order by 1`,
  )
  const waiting = (before.get('webhook_deliveries') ?? []).map(row => String(row.id))
  expect(waiting.length).toBeGreaterThan(0)
  expect(rows.map(({ id }) => id)).toEqual(waiting.sort())
})

test('a person goes on with their session, and signs with each wallet', async () => {
  const { who, person } = await goOn(release.ann)
  const text = JSON.stringify(who.user.linked_accounts)
  for (const { id, address } of release.ann.wallets) {
    expect(text).toContain(address)
    if (!address.startsWith('0x')) continue
    const answer = await sign(server, person, id, 'after the upgrade')
    const { data } = (await answer.json()) as { data: { signature: string } }
    expect(verifyMessage('after the upgrade', data.signature)).toBe(address)
  }
})

test('a person’s second factor is asked for, and good', async () => {
  const { who, person } = await goOn(release.bob)
  const { id, address } = release.bob.wallet
  expect(await (await sign(server, person, id, 'hello')).json()).toMatchObject({
    code: 'missing_or_invalid_mfa',
  })
  const code = authenticatorApp(release.bob.totp).code()
  const proven = await proveCode(asTestServer(), who, 'totp', code)
  expect(proven.status).toBe(200)
  const headers = { [MFA_TOKEN_HEADER]: String(proven.body.token) }
  const { data } = (await (await sign(server, person, id, 'hello', { headers })).json()) as {
    data: { signature: string }
  }
  expect(verifyMessage('hello', data.signature)).toBe(address)
})

test('a person sees what they let the site’s backend do, and ends it', async () => {
  const { who } = await goOn(release.cid)
  const [delegation] = await delegationsOf(asTestServer(), who)
  expect(delegation).toMatchObject({ spent: ['50'] })
  expect((await revoke(asTestServer(), who)).status).toBe(200)
  expect(await delegationsOf(asTestServer(), who)).toEqual([])
})

test('a person whose keys are on their device has them still', async () => {
  const appId = release.app_on_devices.id
  const at = { ...server, appId, signerKeys: await keysInDocument(server.app, appId) }
  const { who } = await goOn(release.dan, at)
  expect(JSON.stringify(who.user.linked_accounts)).toContain(release.dan.address)
})

test('a key that waited for its person is theirs at their first login', async () => {
  const { user } = await logIn(server, release.eve.email, asDevice(await server.createDevice()))
  expect(JSON.stringify(user.linked_accounts)).toContain(release.eve.address)
})

test('who was on the denylist still is', async () => {
  const device = asDevice(await server.createDevice())
  const email = 'mallory@mail.example'
  const code = await askForCode(server, device, email)
  expect((await tryCode(server, device, { email, code })).body.code).toBe('allowlist_rejected')
})

/** Rollback: the older processes go on beside the newer ones, or come back in their place. */
test('every statement of the release before works on what the migrations made', async () => {
  const { db, close } = connectDatabase(database.apiUrl, 1)
  expect(statements.length).toBeGreaterThan(50)
  const refused: string[] = []
  for (const statement of statements)
    await db.$client
      .query(`explain (generic_plan) ${statement}`)
      .catch(error => refused.push(`${error.message}: ${statement}`))
  expect(refused).toEqual([])
  await close()
})

test('no column of a table of then has to be filled by who does not know it', async () => {
  const then = [...before.keys()].map(name => `'${name}'`).join(', ')
  const old = await loadRelease()
  const columns = async ({ db }: TestDatabase) =>
    (
      await db.execute<{ name: string; filled: boolean }>(sql`
        select table_name || '.' || column_name as name,
          is_nullable = 'YES' or column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as filled
        from information_schema.columns where table_schema = 'public' and table_name in (${sql.raw(then)})`)
    ).rows
  const known = new Set((await columns(old)).map(({ name }) => name))
  await old.close()
  const now = await columns(database)
  expect(now.filter(({ name, filled }) => !known.has(name) && !filled)).toEqual([])
  expect([...known].filter(name => !now.some(it => it.name === name))).toEqual([])
})
