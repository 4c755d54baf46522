import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { verifyMessage } from 'ethers'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { findApp, replaceConfig } from '../apps/registry.ts'
import { startOperatorSigner } from '../commands/operator-signer.ts'
import type { Context } from '../context.ts'
import { connectDatabase } from '../database/connect.ts'
import { expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { importedWallets, pendingImports } from '../database/imported-tables.ts'
import { envelopeKeys, keyReaders } from '../database/key-tables.ts'
import { recoveryKeys } from '../database/recovery-tables.ts'
import { rateLimits, wallets } from '../database/schema.ts'
import { providerSecrets } from '../database/secret-tables.ts'
import type { EnvelopeContext } from '../signer/envelope.ts'
import { open, seal } from '../signer/envelope.ts'
import { keyringOf } from '../signer/keyring.ts'
import { masterKeyId } from '../signer/master-key.ts'
import { openRoots, readSealedRoots } from '../signer/sealed-roots.ts'
import { heldKey } from '../signer/testing/derived-roots.ts'
import { compile } from '../testing/compile.ts'
import { startProgram } from '../testing/process-tree.ts'
import { type CalledServer, ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { create, createSolana, logInOnNewDevice, type Person, sign } from '../wallet/testing/wallet-calls.ts'
import { addEndpoint } from '../webhooks/endpoints.ts'
import { readNewRoots, startFollowingRoots } from './follow-roots.ts'
import { countEnvelopes } from './rewrap.ts'
import { currentOf, rotateKeys } from './rotate.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import { requireRoots } from './stored-roots.ts'

/** Keys rotate under two servers on one database, each with a signer of its own that has the new master key and the previous one. */
const code = () => readFileSync(inject('signerCode'))
const keys = { masterKey: randomBytes(32), previousMasterKey: null as Buffer | null }
let server: TestServer
let servers: readonly [Beside, Beside]
beforeAll(async () => {
  server = await startTestServer()
  keys.previousMasterKey = server.masterKey
  servers = [await serverBeside(), await serverBeside()]
})
afterAll(async () => {
  for (const each of servers) await each.stop()
  await server.stop()
})

type Beside = CalledServer & { readonly ctx: Pick<Context, 'db' | 'signer'>; stop(): Promise<void> }
async function serverBeside(): Promise<Beside> {
  const signer = await server.startSigner(keys)
  const { db, close } = connectDatabase(server.database.apiUrl)
  const stopFollowing = await startFollowingRoots({ db, signer }, 50)
  const stop = async () => {
    await stopFollowing()
    await close()
  }
  return { ...server, app: server.second({ db, signer }), ctx: { db, signer }, stop }
}

/** More comes from here than from a network of people. */
const forgetLimits = () => server.database.db.delete(rateLimits)

interface Owner {
  readonly who: Person
  readonly walletId: string
  readonly address: string
}
async function personWithWallet(at: CalledServer): Promise<Owner> {
  const who = await logInOnNewDevice(at)
  const { id, address } = await (await create(at, who)).json()
  return { who, walletId: id, address }
}
/** Logs in on another device there, and signs with the wallet. */
async function proves(at: CalledServer, { who, walletId, address }: Owner): Promise<void> {
  const again = await logInOnNewDevice(at, who.email)
  expect(again.userId).toBe(who.userId)
  const answer = await sign(at, again, walletId, 'hello')
  expect([answer.status, walletId]).toEqual([200, walletId])
  expect(verifyMessage('hello', (await answer.json()).data.signature)).toBe(address)
}

/** A run of `keys rotate`. */
async function rotate(): Promise<void> {
  const signer = await startOperatorSigner(server.database.db, keys, code())
  try {
    await rotateKeys({ db: server.database.db, signer, tell: () => {} })
  } finally {
    await signer.close()
  }
}
const rootsNow = async () => readSealedRoots(await requireRoots(server.database.db))
const namedKeys = async () => [...new Set((await countEnvelopes(server.database.db)).map(it => it.keyId))]

describe('killed ten times on its way', () => {
  let temporary: string
  let program: string
  beforeAll(async () => {
    temporary = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
    // Compiled once: it is started a dozen times.
    program = join(temporary, 'rotate.mjs')
    await compile(new URL('./testing/rotate-main.ts', import.meta.url), program)
  })
  // A process that is killed leaves its signer's socket.
  afterAll(() => rmSync(temporary, { recursive: true, force: true }))

  const startRotation = (killAt: number, when: 'before' | 'after') =>
    startProgram([process.execPath, program], {
      DATABASE: server.database.url,
      KEYS: [keys.masterKey, server.masterKey].map(key => key.toString('hex')).join(' '),
      SIGNER_CODE: inject('signerCode'),
      KILL_AT: String(killAt),
      KILL_WHEN: when,
      TMPDIR: temporary,
    })

  /** What people do at a server while a rotation is killed, and where the one before left off. */
  async function useIt(at: Beside, people: Owner[], round: number): Promise<void> {
    await forgetLimits()
    if (round % 3 === 0) people.push(await personWithWallet(at))
    await proves(at, people[round % people.length] as Owner)
  }

  test('it loses nothing and is half-done in nothing; every login and signature at two servers succeeds all the while', async () => {
    const before = await rootsNow()
    expect(before.masterKeyId).toBe(masterKeyId(server.masterKey))
    const people: readonly [Owner[], Owner[]] = [[], []]
    const generations = new Set<number>()
    let kills = 0
    for (const at of KILLED_AT) {
      const rotation = startRotation(at, kills % 2 === 0 ? 'before' : 'after')
      const [code] = await Promise.all([
        rotation.exited,
        ...servers.map((each, index) => useIt(each, people[index] ?? [], kills)),
      ])
      expect([at, code, rotation.child.signalCode, rotation.output()]).toEqual(
        at === 0
          ? [0, 0, null, expect.stringContaining('retired ')]
          : [at, null, 'SIGKILL', expect.anything()],
      )
      if (at > 0) kills++
      generations.add((await rootsNow()).generation)
    }
    expect(kills).toBeGreaterThanOrEqual(10)
    // Before its first step, on its way, and over.
    expect([...generations]).toEqual([1, 2, 3])
    await forgetLimits()
    const after = await rootsNow()
    expect(after.masterKeyId).toBe(masterKeyId(keys.masterKey))
    expect(after.envelopes).toHaveLength(1)
    expect(await namedKeys()).toEqual([currentOf(after)])
    expect(await server.database.db.select({ id: envelopeKeys.id }).from(envelopeKeys)).toEqual([
      { id: currentOf(after) },
    ])

    // Nothing in the database opens by the old master key, and a server with the new one alone has everything.
    const { rows } = await server.database.db.execute<{ sealed: string }>(
      sql`select sealed from signer_roots`,
    )
    expect(rows.map(({ sealed }) => readSealedRoots(sealed).masterKeyId)).toEqual([after.masterKeyId])
    const alone = await server.startSigner({ masterKey: keys.masterKey })
    const only = { ...server, app: server.second({ signer: alone }) }
    await forgetLimits()
    for (const person of people.flat()) await proves(only, person)
    // A dozen processes, one after another.
  }, 120_000)
})

/** The first before anything is done, the last ones while rows are sealed anew and the old key is retired. 0: to its end. */
const KILLED_AT = [1, 2, 3, 5, 6, 8, 10, 13, 16, 20, 0]

test('every kind of envelope is sealed anew as it was', async () => {
  const { who, walletId, address } = await personWithWallet(servers[0])
  const { appId } = server
  const roots = openRoots([heldKey(keys.masterKey)], await requireRoots(server.database.db))
  const keyring = keyringOf(roots)
  const before = roots.envelopes.at(-1)?.id ?? ''
  const secret = randomBytes(32)
  const own = { appId, userId: who.userId }
  const key = { chainType: 'ethereum' as const, address }
  const imported: EnvelopeContext = { purpose: 'imported-key', walletId: 'imported_1', ...own, ...key }
  const pending: EnvelopeContext = {
    ...{ purpose: 'pending-import', pendingId: 'pending_1', appId },
    ...{ type: 'email', subject: 'a@b.example', ...key },
  }
  const identities = [{ type: 'email' as const, subject: 'a@b.example' }]
  const expected: EnvelopeContext = {
    ...{ purpose: 'expected-key', walletId: 'expected_1', appId, identities, ...key },
  }
  const expiresAt = Date.now() + 60_000
  const recovery: EnvelopeContext = { purpose: 'recovery-key', ...own, expiresAt }
  const { db } = server.database
  const row = { ...own, ...key, publicKey: 'p' }
  await db
    .insert(importedWallets)
    .values({ id: 'imported_1', ...row, sealedKey: seal(keyring.envelope, imported, secret) })
  await db.insert(pendingImports).values({
    ...{ id: 'pending_1', appId, type: 'email', subject: 'a@b.example', ...key, publicKey: 'p' },
    sealedKey: seal(keyring.envelope, pending, secret),
  })
  await db.insert(expectedUsers).values({ id: 'person_1', appId, identities })
  await db.insert(expectedWallets).values({
    ...{ id: 'expected_1', appId, expectedId: 'person_1', identities, ...key, publicKey: 'p' },
    sealedKey: seal(keyring.envelope, expected, secret),
  })
  await db.insert(recoveryKeys).values({
    ...own,
    sealedKey: seal(keyring.recoveryKey, recovery, secret),
    expiresAt: new Date(expiresAt),
  })
  const { sealed } = await servers[1].ctx.signer.sealProviderSecret({
    appId,
    provider: 'turnstile',
    secret: 'canary',
  })
  await db.insert(providerSecrets).values({ appId, provider: 'turnstile', sealedSecret: sealed })
  await addEndpoint({ db, signer: servers[1].ctx.signer }, appId, 'https://hooks.example', ['user.created'])
  const client = await startOperatorSigner(db, keys, code())
  const settings = CLIENT
  const made = await client.sealOauthClient({ appId, provider: 'google', settings, secret: 'canary' })
  await client.close()
  await db.execute(
    sql`insert into oauth_clients (app_id, provider, settings, sealed_secret) values (${appId}, 'google', ${JSON.stringify(settings)}, ${made.sealed})`,
  )
  expect(new Set((await countEnvelopes(db)).map(it => it.table)).size).toBe(SEALED_COLUMNS.length)

  await rotate()
  expect(await namedKeys()).toEqual([currentOf(await rootsNow())])
  const next = keyringOf(openRoots([heldKey(keys.masterKey)], await requireRoots(db)))
  const opened = async (
    keysOf: typeof next.envelope,
    context: EnvelopeContext,
    table: string,
    column: string,
  ) => {
    const { rows } = await db.execute<{ sealed: string }>(
      sql`select ${sql.identifier(column)} as sealed from ${sql.identifier(table)} limit 1`,
    )
    return Buffer.from(open(keysOf, context, rows[0]?.sealed ?? ''))
  }
  expect(await opened(next.envelope, imported, 'imported_wallets', 'sealed_key')).toEqual(secret)
  expect(await opened(next.envelope, pending, 'pending_imports', 'sealed_key')).toEqual(secret)
  expect(await opened(next.envelope, expected, 'expected_wallets', 'sealed_key')).toEqual(secret)
  expect(await opened(next.recoveryKey, recovery, 'recovery_keys', 'sealed_key')).toEqual(secret)
  const asked = { appId, provider: 'turnstile' }
  const [stored] = await db.select().from(providerSecrets)
  await expect(
    servers[0].ctx.signer.openProviderSecret({ ...asked, sealed: stored?.sealedSecret ?? '' }),
  ).resolves.toEqual({ secret: 'canary' })
  const oauth: EnvelopeContext = { purpose: 'oauth-client', appId, provider: 'google', settings }
  expect(String(await opened(next.oauthClient, oauth, 'oauth_clients', 'sealed_secret'))).toBe('canary')
  await proves(servers[1], { who, walletId, address })

  // Wherever it may lie: not a column of this database names the old key.
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb')`)
  for (const { table, column } of columns) {
    const { rows } = await db.execute(
      sql`select 1 from ${sql.identifier(table)} where ${sql.identifier(column)}::text like ${`%v1.${before}.%`}`,
    )
    expect([table, column, rows.length]).toEqual([table, column, 0])
  }
  await db.delete(importedWallets)
  await db.delete(recoveryKeys)
})

const CLIENT = {
  client_id: 'id',
  issuer: null,
  authorization_endpoint: 'https://provider.example/authorize',
  token_endpoint: 'https://provider.example/token',
  userinfo_endpoint: null,
  jwks_uri: null,
  emails_endpoint: null,
  scopes: [],
  team_id: null,
  key_id: null,
}

/** As the site's backend does. */
async function enterRecoveryKey(at: CalledServer, { userId }: Person): Promise<Response> {
  const app = await findApp(server.ctx.db, server.appId)
  if (!app) throw new Error('The app of the server is gone')
  await replaceConfig(server.ctx.db, app.id, {
    ...app.config,
    embedded_wallet_config: {
      ...app.config.embedded_wallet_config,
      mode: 'legacy-embedded-wallets-only',
      user_owned_recovery_options: ['recovery-encryption-key'],
    },
  })
  const credentials = Buffer.from(`${server.appId}:${server.appSecret}`).toString('base64')
  const answer = await at.app.request(`${ORIGIN}/api/v1/users/${userId}/recovery_key`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({ recovery_key: randomBytes(32).toString('base64') }),
  })
  // What comes after is about wallets that the server keeps.
  await replaceConfig(server.ctx.db, app.id, app.config)
  return answer
}

test('a server that still works with the set of before loses no wallet: what it seals cannot be written, and then it takes the next', async () => {
  const signer = await server.startSigner(keys)
  const { db, close } = connectDatabase(server.database.apiUrl)
  await readNewRoots({ db, signer }, 'stale')
  // Not heard of any more, and so not waited for: as one that the network cut off.
  await db.delete(keyReaders).where(eq(keyReaders.id, 'stale'))
  const stale = { ...server, app: server.second({ db, signer }) }
  const who = await logInOnNewDevice(stale)
  const { generation: then } = await signer.readKeyIds({})
  await rotate()
  expect((await signer.readKeyIds({})).generation).toBe(then)

  // Sealed without a look at anything that is sealed anew by now.
  const refused = await enterRecoveryKey(stale, who)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await db.select().from(recoveryKeys)).toEqual([])
  // What is opened first shows that there is a new set: it is taken, and the call goes on.
  const { id, address } = await (await create(stale, who)).json()
  const [wallet] = await db.select().from(wallets).where(eq(wallets.id, id))
  expect(wallet?.keyId).toBe(currentOf(await rootsNow()))
  expect((await enterRecoveryKey(stale, who)).status).toBe(200)
  await proves(servers[0], { who, walletId: id, address })
  await db.delete(keyReaders).where(eq(keyReaders.id, 'stale'))
  await close()
})

test('a key is retired only once every running server works with the next, and no row names it', async () => {
  const signer = await server.startSigner(keys)
  const { db, close } = connectDatabase(server.database.apiUrl)
  await readNewRoots({ db, signer }, 'slow')
  const operator = await startOperatorSigner(server.database.db, keys, code())
  const told: string[] = []
  const rotating = rotateKeys({ db: server.database.db, signer: operator, tell: line => told.push(line) })
  while (!told.some(line => line.startsWith('waiting for'))) await delay(20)
  // It still seals under the old key, and that is good.
  const { who, ...wallet } = await personWithWallet({ ...server, app: server.second({ db, signer }) })
  expect((await rootsNow()).envelopes).toHaveLength(2)
  await readNewRoots({ db, signer }, 'slow')
  await rotating
  expect(told.at(-1)).toMatch(/^retired /)
  expect((await rootsNow()).envelopes).toHaveLength(1)
  await proves(servers[0], { who, ...wallet })
  await db.delete(keyReaders).where(eq(keyReaders.id, 'slow'))
  await operator.close()
  await close()
})

describe('a rotation does not begin', () => {
  test('while a running server has not been given the new master key', async () => {
    const next = { masterKey: randomBytes(32), previousMasterKey: keys.masterKey }
    const operator = await startOperatorSigner(server.database.db, next, code())
    const before = await rootsNow()
    await expect(rotateKeys({ db: server.database.db, signer: operator, tell: () => {} })).rejects.toThrow(
      `2 of the running servers have a signer that was not given the master key ${masterKeyId(next.masterKey)}`,
    )
    expect(await rootsNow()).toEqual(before)
    await operator.close()
  })

  test('with a master key that the database is not sealed under', async () => {
    await expect(
      startOperatorSigner(server.database.db, { masterKey: randomBytes(32) }, code()),
    ).rejects.toThrow(`sealed under the master key ${masterKeyId(keys.masterKey)}, which was not given`)
  })
})

test('an envelope that does not open keeps its key, and is named; the others are sealed anew', async () => {
  const owner = await personWithWallet(servers[0])
  const [wallet] = await server.database.db.select().from(wallets).where(eq(wallets.id, owner.walletId))
  const damaged = `${wallet?.sealedKey.slice(0, -4)}AAAA`
  await server.database.db.update(wallets).set({ sealedKey: damaged }).where(eq(wallets.id, owner.walletId))
  await expect(rotate()).rejects.toThrow(`wallets ${owner.walletId}`)
  expect((await rootsNow()).envelopes).toHaveLength(2)
  const left = (await countEnvelopes(server.database.db)).filter(it => it.keyId === wallet?.keyId)
  expect(left).toEqual([{ table: 'wallets', keyId: wallet?.keyId, envelopes: 1 }])
  // Put back from a backup.
  const { db } = server.database
  await db.update(wallets).set({ sealedKey: wallet?.sealedKey }).where(eq(wallets.id, owner.walletId))
  await rotate()
  expect((await rootsNow()).envelopes).toHaveLength(1)
  await proves(servers[1], owner)
})

test('a row that somebody holds is left for later, and nobody waits', async () => {
  const owner = await personWithWallet(servers[0])
  const held = connectDatabase(server.database.url, 1)
  const operator = await startOperatorSigner(server.database.db, keys, code())
  const told: string[] = []
  let rotating: Promise<unknown> = Promise.resolve()
  await held.db.transaction(async tx => {
    await tx.execute(sql`select 1 from wallets where id = ${owner.walletId} for update`)
    rotating = rotateKeys({ db: server.database.db, signer: operator, tell: line => told.push(line) })
    while (!told.includes('1 left')) await delay(20)
    await createSolana(servers[1], owner.who)
  })
  await rotating
  await operator.close()
  await held.close()
  expect((await rootsNow()).envelopes).toHaveLength(1)
  await proves(servers[1], owner)
})

test('the role of the API process can neither write roots nor allow a key', async () => {
  const { db } = servers[0].ctx
  for (const statement of [
    sql`insert into signer_roots (generation, sealed) values (99, 'x')`,
    sql`delete from signer_roots`,
    sql`insert into envelope_keys (id) values ('mine')`,
    sql`delete from envelope_keys`,
  ])
    await expect(db.execute(statement)).rejects.toMatchObject({ cause: { code: '42501' } })
})
