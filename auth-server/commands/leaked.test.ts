import { randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { accountChanges, accountNotices } from '../database/change-tables.ts'
import { connectDatabase, type Database } from '../database/connect.ts'
import { expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { importedWallets, pendingImports } from '../database/imported-tables.ts'
import { envelopeKeys, tokenKeys } from '../database/key-tables.ts'
import { leakNotices } from '../database/leak-tables.ts'
import { accounts, embeddedSets, embeddedWallets, rateLimits, users } from '../database/schema.ts'
import { finishJobs } from '../jobs/testing/run-jobs.ts'
import { rotateKeys } from '../keys/rotate.ts'
import { exposedWallets } from '../leaks/exposed.ts'
import { findLeaked, type LeakedKey } from '../leaks/leaked-key.ts'
import { tellPeople } from '../leaks/tell-people.ts'
import { seal } from '../signer/envelope.ts'
import { masterKeyId } from '../signer/master-key.ts'
import type { SignerClient } from '../signer/operations.ts'
import { deriveKeyring } from '../signer/testing/derived-roots.ts'
import { breakAt } from '../testing/break-at.ts'
import { call } from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { create, logInOnNewDevice, type Person, sign } from '../wallet/testing/wallet-calls.ts'
import type { SecretTools } from './command.ts'
import { startOperatorSigner } from './operator-signer.ts'
import { runCommand } from './run.ts'

const code = () => readFileSync(inject('signerCode'))
let server: TestServer
let leakedId: string
const signers: SignerClient[] = []
beforeEach(async () => {
  server = await startTestServer()
  leakedId = masterKeyId(server.masterKey)
})
afterEach(async () => {
  for (const each of signers.splice(0)) await each.close()
  await server.stop()
})

const db = () => server.database.db
const tools = (changes: Partial<SecretTools> = {}): SecretTools => ({
  origin: ORIGIN,
  readSecret: async () => '',
  signer: () => operator({ masterKey: server.masterKey }),
  ...changes,
})
async function operator(keys: Parameters<typeof startOperatorSigner>[1]): Promise<SignerClient> {
  const signer = await startOperatorSigner(db(), keys, code())
  signers.push(signer)
  return signer
}
const leaked = (...args: string[]) => runCommand(db(), ['keys', 'leaked', ...args, '--', leakedId], tools())
const leakedKey = async (): Promise<LeakedKey> => {
  const key = await findLeaked(db(), leakedId)
  if (!key) throw new Error('The database does not know its master key')
  return key
}
const listed = async (...args: string[]) =>
  (await leaked('--list', '--json', ...args))
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))

async function personWithWallet(at: Parameters<typeof create>[0] = server): Promise<Person> {
  const who = await logInOnNewDevice(at)
  expect((await create(at, who)).status).toBe(200)
  return who
}

/** A row as the server writes it. */
async function bring(userId: string, address: string): Promise<void> {
  const id = randomUUID()
  const row = { appId: server.appId, userId, chainType: 'solana' as const, address }
  const [key] = await db().select().from(envelopeKeys)
  const context = { purpose: 'imported-key' as const, walletId: id, ...row }
  const sealed = seal(deriveKeyring(server.masterKey).envelope, context, randomBytes(32))
  // After a rotation nobody opens it here.
  const sealedKey = sealed.replace(`.${leakedId}.`, `.${key?.id}.`)
  await db()
    .insert(importedWallets)
    .values({ id, ...row, publicKey: 'p', sealedKey })
}
async function onDevice(
  userId: string,
  recoveryMethod: typeof embeddedSets.$inferInsert.recoveryMethod,
): Promise<string> {
  const id = randomUUID()
  await db()
    .insert(embeddedSets)
    .values({ id, appId: server.appId, userId, recoveryMethod, recoveryShare: 's', recoverySharingId: 's' })
  const wallet = { setId: id, userId, chainType: 'ethereum' as const, publicKey: 'p' }
  await db()
    .insert(embeddedWallets)
    .values([0, 1].map(walletIndex => ({ ...wallet, walletIndex, address: `0x${walletIndex}${id}` })))
  return id
}
/** A user with one way in and a wallet on their device. */
async function userWith(
  { type, subject, details = {} }: Pick<typeof accounts.$inferInsert, 'type' | 'subject' | 'details'>,
  recovery: typeof embeddedSets.$inferInsert.recoveryMethod = 'privy',
): Promise<string> {
  const id = `user_${randomUUID()}`
  const own = { appId: server.appId, userId: id }
  await db().insert(users).values({ id, appId: server.appId })
  await db()
    .insert(accounts)
    .values({ id: randomUUID(), ...own, type, subject, details, seal: 's' })
  await onDevice(id, recovery)
  return id
}

/** To another master key. @returns a server that has it */
async function rotate() {
  const keys = { masterKey: randomBytes(32), previousMasterKey: server.masterKey }
  await rotateKeys({ db: db(), signer: await operator(keys), tell: () => {} })
  const signer = await server.startSigner({ masterKey: keys.masterKey })
  return { ...server, app: server.second({ signer }) }
}

test('says what the leak means and counts what it touches, and changes nothing', async () => {
  await personWithWallet()
  await userWith({ type: 'phone', subject: '+12133734253' }, 'user-passcode')
  await userWith({ type: 'custom_auth', subject: 'a' }, 'passkey')
  const rows = async () =>
    (await db().execute(sql`select query_to_xml('select * from sessions, account_notices', true, true, '')`))
      .rows
  const before = await rows()
  const said = await leaked()
  expect(said).toContain(`Master key ${leakedId} is in use. Rotate it first`)
  expect(said).toContain('Sealing anew takes nothing back')
  expect(said).toContain('The roots were made of this very key')
  expect(said).toMatch(/ 1 {2}wallets at the server: the key is known/)
  expect(said).toMatch(/ 2 {2}wallets on devices, passcode/)
  expect(said).toMatch(/ 2 {2}wallets on devices, another recovery/)
  expect(said).toMatch(/ 1 {2}have an email address; 0 of them/)
  expect(said).toMatch(/ 1 {2}have a phone number alone/)
  expect(said).toMatch(/ 1 {2}have neither/)
  expect(await rows()).toEqual(before)
  await rotate()
  expect(await leaked()).toMatch(new RegExp(`Master key ${leakedId} was in use until 20\\d\\d-`))
})

test('a key that nothing was ever sealed under is refused, and the known ones are named', async () => {
  const asked = runCommand(db(), ['keys', 'leaked', 'another1'], tools())
  await expect(asked).rejects.toThrow(
    `never sealed under a master key another1, as far as it knows. It knows ${leakedId}`,
  )
  for (const args of [['--list', '--mail'], ['--yes'], ['--after', 'x'], ['more']])
    await expect(leaked(...args)).rejects.toThrow('Usage')
})

describe('the list', () => {
  test('has every wallet that was ever sealed under the key or comes from its roots, and none that was brought since', async () => {
    const who = await personWithWallet()
    await bring(who.userId, 'brought-before')
    const onTheirs = await userWith({ type: 'email', subject: 'set@mail.example' })
    await db()
      .insert(pendingImports)
      .values({
        ...{ id: 'pending_1', appId: server.appId, type: 'email', subject: 'late@mail.example' },
        ...{ chainType: 'ethereum', address: 'waits', publicKey: 'p', sealedKey: '' },
      })
    const identities = [{ type: 'phone' as const, subject: '+12025550177' }]
    const person = { appId: server.appId, identities }
    await db()
      .insert(expectedUsers)
      .values({ id: 'person_1', ...person })
    await db()
      .insert(expectedWallets)
      .values({
        ...{ id: 'expected_1', expectedId: 'person_1', ...person },
        ...{ chainType: 'ethereum', address: 'expected', publicKey: 'p', sealedKey: '' },
      })
    const next = await rotate()
    await db().delete(rateLimits)
    const since = await personWithWallet(next)
    await bring(since.userId, 'brought-since')
    await userWith({ type: 'email', subject: 'since@mail.example' })

    const found = await listed()
    const said = found.map(it => [it.user_id, it.custody, it.exposure, ...it.emails])
    const [pending, expected, ...others] = said
    expect(pending).toEqual([null, 'waiting', 'key', 'late@mail.example'])
    expect([expected, found[1]?.phones]).toEqual([[null, 'waiting', 'key'], ['+12025550177']])
    expect(others).toHaveLength(5)
    expect(others).toEqual(
      expect.arrayContaining([
        [who.userId, 'server', 'key', who.email],
        [since.userId, 'server', 'key', since.email],
        [onTheirs, 'device', 'key', 'set@mail.example'],
      ]),
    )
    expect(found.map(it => it.address)).toContain('brought-before')
    expect(found.map(it => it.address)).not.toContain('brought-since')
    expect(said.flat()).not.toContain('since@mail.example')
  })

  test('goes on after any line, and is the same in batches of any size', async () => {
    const who = await personWithWallet()
    await bring(who.userId, 'one')
    await bring(who.userId, 'two')
    for (const [index, recovery] of (['privy', 'user-passcode', 'icloud'] as const).entries())
      await userWith({ type: 'email', subject: `${index}@mail.example` }, recovery)
    const all = await listed()
    expect(all).toHaveLength(9)
    expect(new Set(all.map(it => it.cursor)).size).toBe(9)
    for (const [index, { cursor }] of all.entries())
      expect(await listed('--after', cursor)).toEqual(all.slice(index + 1))
    for (const size of [1, 2, 4]) {
      const cursors: string[] = []
      for await (const batch of exposedWallets(db(), await leakedKey(), null, size))
        cursors.push(...batch.map(it => it.cursor))
      expect(cursors).toEqual(all.map(it => it.cursor))
    }
    await expect(listed('--after', 'nothing')).rejects.toThrow('--after takes the cursor')
  })

  test('is CSV whose fields a spreadsheet takes for text, with every way to a person', async () => {
    await userWith({
      ...{ type: 'google_oauth', subject: '1' },
      details: { vouchedEmail: '=cmd|" /c"!a1,@mail.example' },
    })
    await userWith({ type: 'phone', subject: '+12133734253' })
    await userWith({ type: 'email', subject: 'test@mail.example', details: { test: true } })
    const lines: string[] = []
    const rest = await runCommand(
      db(),
      ['keys', 'leaked', '--list', '--', leakedId],
      tools({ print: text => lines.push(text) }),
    )
    const [heading, ...rows] = [...lines, rest].join('\n').split('\n')
    expect(heading).toBe(
      'app_id,user_id,chain_type,address,custody,exposure,created_at,emails,phones,told,cursor',
    )
    expect(rows).toHaveLength(6)
    expect(rows.filter(row => row.includes(`,"'=cmd|"" /c""!a1,@mail.example",,false,`))).toHaveLength(2)
    expect(rows.filter(row => row.includes(',,+12133734253,false,'))).toHaveLength(2)
    expect(rows.join()).not.toContain('test@mail.example')
  })

  test('has the wallets of who was taken in with the person who took them in', async () => {
    const [former, owner] = [await personWithWallet(), await personWithWallet()]
    await db().update(users).set({ mergedInto: owner.userId }).where(eq(users.id, former.userId))
    await db().delete(accounts).where(eq(accounts.userId, former.userId))
    const of = [owner.userId, owner.email]
    expect((await listed()).map(it => [it.user_id, ...it.emails])).toEqual([of, of])
  })
})

describe('--end-sessions', () => {
  const me = ({ accessToken }: Person) =>
    call(server, '/api/v1/users/me', { method: 'GET', headers: { authorization: `Bearer ${accessToken}` } })

  test('asks first: without a yes everybody stays', async () => {
    const who = await personWithWallet()
    await expect(leaked('--end-sessions')).rejects.toThrow('add --yes')
    const refusing = runCommand(
      db(),
      ['keys', 'leaked', '--end-sessions', '--', leakedId],
      tools({ confirm: async () => false }),
    )
    await expect(refusing).rejects.toThrow('Nothing was done.')
    const { rows } = await db().execute(sql`select 1 from sessions where revoked_at is null`)
    expect(rows).toHaveLength(1)
    expect(await db().$count(tokenKeys)).toBe(1)
    expect((await sign(server, who, 'none', 'x')).status).toBe(404)
  })

  test('ends every session, and no token of the old key lives longer than the next one takes to sign', async () => {
    const who = await personWithWallet()
    expect(await leaked('--end-sessions', '--yes')).toContain('Sessions ended  1')
    expect((await me(who)).status).toBe(401)
    const keys = await db().select().from(tokenKeys)
    const [next, old] = [keys.find(it => it.expiresAt === null), keys.find(it => it.expiresAt !== null)]
    expect(keys).toHaveLength(2)
    expect(old?.expiresAt).toEqual(next?.signsFrom)
    // Of a rotation by hand just before: its old key would have lived for an hour.
    await db()
      .update(tokenKeys)
      .set({ expiresAt: new Date(Date.now() + 3_600_000) })
      .where(eq(tokenKeys.kid, old?.kid ?? ''))
    expect(await leaked('--end-sessions', '--yes')).toContain('Sessions ended  0')
    const [again] = await db()
      .select()
      .from(tokenKeys)
      .where(eq(tokenKeys.kid, old?.kid ?? ''))
    expect(again?.expiresAt).toEqual(next?.signsFrom)
  })
})

describe('--mail', () => {
  const delivered = async () => {
    // Later batches are due later.
    server.clock.now += 3_600_000
    await finishJobs(server.ctx, ['notices'])
    return server.notices.map(({ to }) => to).sort()
  }

  test('writes once to each person, in their language, without a link, and says whom it did not reach', async () => {
    const who = await personWithWallet()
    await bring(who.userId, 'second')
    const spanish = await userWith({ type: 'email', subject: 'es@mail.example' })
    await db().update(users).set({ language: 'es' }).where(eq(users.id, spanish))
    await userWith({ type: 'google_oauth', subject: '1', details: { vouchedEmail: 'g@mail.example' } })
    await userWith({ type: 'phone', subject: '+12133734253' })
    await userWith({ type: 'email', subject: 'test@mail.example', details: { test: true } })
    await expect(leaked('--mail')).rejects.toThrow('add --yes')
    expect(await db().$count(accountNotices)).toBe(0)
    expect(await leaked('--mail', '--yes')).toMatch(
      /now {5}3\n.*before {2}0\nPhone alone {8}1\nNeither {12}1/,
    )
    expect(await delivered()).toEqual(['es@mail.example', 'g@mail.example', who.email].sort())
    const [mail, other] = [who.email, 'es@mail.example'].map(to => server.notices.find(it => it.to === to))
    expect(mail).toMatchObject({ subject: expect.stringMatching(/^Move everything out of your wallets at /) })
    expect(mail?.text).toContain('doesn’t help')
    expect(mail?.text).not.toMatch(/https?:/)
    expect(other?.text).toContain('monederos')
    expect(await leaked('--mail', '--yes')).toMatch(/now {5}0\n.*before {2}3/)
    expect(await delivered()).toHaveLength(3)
    expect((await listed()).filter(it => it.told)).toHaveLength(6)
  })

  test('of two leaks tells of each', async () => {
    const who = await personWithWallet()
    await leaked('--mail', '--yes')
    await rotate()
    leakedId = (await db().execute<{ id: string }>(sql`select id from master_keys where used_until is null`))
      .rows[0]?.id as string
    expect(await leaked('--mail', '--yes')).toMatch(/now {5}1\n/)
    expect(await db().$count(leakNotices)).toBe(2)
    expect(await delivered()).toEqual([who.email, who.email])
  })

  test('cut off at any statement, or run twice at once, it has written to everybody once when it is run again', async () => {
    for (let index = 0; index < 4; index++)
      await userWith({ type: 'email', subject: `${index}@mail.example` })
    const key = await leakedKey()
    const connection = connectDatabase(server.database.url, 1)
    const fault = breakAt(connection.db.$client)
    for (let step = 1; step <= 8; step++) {
      for (const when of ['before', 'after'] as const) {
        fault.arm(step, when)
        await expect(tellPeople(connection.db, key, () => {}, 1)).rejects.toThrow()
        expect(fault.disarm()).toBe(true)
      }
      expect(await db().$count(leakNotices)).toBe(Math.floor(step / 2))
    }
    await connection.close()
    for (let index = 4; index < 8; index++)
      await userWith({ type: 'email', subject: `${index}@mail.example` })
    const tell = (at: Database) => tellPeople(at, key, () => {})
    await Promise.all([tell(db()), tell(db()), leaked('--mail', '--yes')])
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map(name => `${name}@mail.example`)
    expect(await delivered()).toEqual(all)
    expect(await db().$count(accountChanges)).toBe(8)
  })

  test('writes to nobody whom another run writes to at that moment', async () => {
    const userId = await userWith({ type: 'email', subject: 'once@mail.example' })
    const key = await leakedKey()
    const other = connectDatabase(server.database.url, 1)
    let telling: ReturnType<typeof tellPeople> | undefined
    await other.db.transaction(async tx => {
      await tx.insert(leakNotices).values({ masterKeyId: leakedId, userId })
      telling = tellPeople(db(), key, () => {})
      const waiting = sql`select 1 from pg_locks
        where not granted and locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid`
      while ((await tx.execute(waiting)).rows.length === 0) await delay(20)
    })
    expect(await telling).toMatchObject({ now: 0, before: 1 })
    expect(await db().$count(accountChanges)).toBe(0)
    await other.close()
  })

  test('lets the mails of a later batch, and all others, go in between', async () => {
    await userWith({ type: 'email', subject: 'first@mail.example' })
    await leaked('--mail', '--yes')
    await userWith({ type: 'email', subject: 'second@mail.example' })
    await leaked('--mail', '--yes')
    const due = (await db().select().from(accountNotices)).map(it => it.nextTryAt?.getTime() ?? 0).sort()
    expect((due[1] ?? 0) - (due[0] ?? 0)).toBeGreaterThanOrEqual(60_000)
  })
})

test('the role of the API process can neither forget a master key nor say that somebody was told', async () => {
  for (const statement of [
    sql`update master_keys set used_until = now()`,
    sql`delete from master_keys`,
    sql`insert into leak_notices (master_key_id, user_id) values ('a', 'b')`,
  ])
    await expect(server.ctx.db.execute(statement)).rejects.toMatchObject({ cause: { code: '42501' } })
})
