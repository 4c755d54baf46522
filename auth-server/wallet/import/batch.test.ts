import { randomBytes, randomUUID } from 'node:crypto'
import { base64Text } from '@vitrine/shared/encoding.ts'
import { sealKey } from '@vitrine/shared/hpke/key-transport.ts'
import { type BatchOwner, type BatchResult, batchInfo } from '@vitrine/shared/wallet/batch-import.ts'
import { eq, sql } from 'drizzle-orm'
import { Wallet } from 'ethers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startOperatorSigner } from '../../commands/operator-signer.ts'
import { connectDatabase } from '../../database/connect.ts'
import { importedWallets, pendingImports } from '../../database/imported-tables.ts'
import { accounts, rateLimits, users } from '../../database/schema.ts'
import { SignerRefusal } from '../../signer/refusal.ts'
import { breakAt } from '../../testing/break-at.ts'
import { askForCode, logIn, tryCode } from '../../testing/client.ts'
import { createDevice } from '../../testing/device.ts'
import { spellingsOf } from '../../testing/find-secret.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let other: { readonly id: string; readonly secret: string }
let onDevices: { readonly id: string; readonly secret: string }
beforeAll(async () => {
  server = await startTestServer()
  other = await server.registerApp({})
  onDevices = await server.registerApp({
    embedded_wallet_config: { mode: 'legacy-embedded-wallets-only' } as never,
  })
})
afterAll(() => server.stop())
/** More comes from here than from a network of people. */
beforeEach(() => server.ctx.db.delete(rateLimits))

type Body = Record<string, unknown> & {
  results: BatchResult[]
  import_id: string
  encryption_public_key: string
}
async function post(path: string, body?: unknown, { id, secret } = credentials(), app = server.app) {
  const response = await app.request(
    `${ORIGIN}/api/v1${path}`,
    {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    },
    { incoming: { socket: { remoteAddress: '127.0.0.1' } } },
  )
  return { status: response.status, body: (await response.json()) as Body }
}
const credentials = () => ({ id: server.appId, secret: server.appSecret })
const begin = async () => (await post('/wallets/import/key')).body

const newMail = () => `${randomUUID()}@mail.example`
const mail = (subject: string): BatchOwner => ({ type: 'email', subject })
function newKey() {
  const bytes = randomBytes(32)
  return { bytes, address: new Wallet(`0x${bytes.toString('hex')}`).address }
}
type Key = ReturnType<typeof newKey>

async function item(recipient: string, owner: BatchOwner, { bytes, address }: Key, sealedFor = owner) {
  const context = { info: batchInfo(sealedFor), aad: new Uint8Array() }
  const sealed = await sealKey(recipient, bytes, context)
  const kind = { address, chain_type: 'ethereum', entropy_type: 'private-key', encryption_type: 'HPKE' }
  // Whoever hands it on says what it was encrypted with; the signer goes by the owner.
  return { owner, wallet: { ...kind, ...sealed, hpke_config: { info: base64Text(context.info) } } }
}
async function bring(owner: BatchOwner, key: Key, sealedFor = owner) {
  const { import_id, encryption_public_key } = await begin()
  const wallets = [await item(encryption_public_key, owner, key, sealedFor)]
  return (await post('/wallets/import', { import_id, wallets })).body.results[0]
}
const rowsOf = (userId: string) =>
  server.ctx.db.select().from(importedWallets).where(eq(importedWallets.userId, userId))
const waitingFor = (subject: string) =>
  server.ctx.db.select().from(pendingImports).where(eq(pendingImports.subject, subject))
const embedded = (user: Awaited<ReturnType<typeof logIn>>['user']) =>
  user.linked_accounts.flatMap(it => ('imported' in it && it.imported ? [it.address] : []))

test('a key for a user, and for a login that they have, is theirs; the same again is no error', async () => {
  const email = newMail()
  const { user } = await logIn(server, email)
  const key = newKey()
  const told = {
    ok: true,
    user_id: user.id,
    wallet: { address: key.address, chain_type: 'ethereum' },
    status: 'imported',
  }
  expect(await bring({ user_id: user.id }, key)).toEqual(told)
  expect(await bring(mail(email), key)).toEqual(told)
  expect(await rowsOf(user.id)).toHaveLength(1)
  const { rows } = await server.ctx.db.execute(
    sql`select type, data from audit_events where user_id = ${user.id} and type = 'wallet.imported'`,
  )
  expect(rows).toEqual([{ type: 'wallet.imported', data: { chain_type: 'ethereum', address: key.address } }])
  expect(server.notices).toEqual([])
})

test('a key for who has not logged in yet waits, and is in the first answer', async () => {
  const email = newMail()
  const key = newKey()
  const told = {
    ok: true,
    user_id: null,
    wallet: { address: key.address, chain_type: 'ethereum' },
    status: 'waiting',
  }
  expect(await bring(mail(email), key)).toEqual(told)
  expect(await bring(mail(email), key)).toEqual(told)
  expect(await waitingFor(email)).toHaveLength(1)
  const { user } = await logIn(server, email)
  expect(embedded(user)).toEqual([key.address])
  expect(await waitingFor(email)).toEqual([])
  expect(embedded((await logIn(server, email)).user)).toEqual([key.address])
})

test('it is nobody else’s', async () => {
  const [email, key] = [newMail(), newKey()]
  await bring(mail(email), key)
  expect(embedded((await logIn(server, newMail())).user)).toEqual([])
  // The API process names the row for a login of its own.
  const mine = newMail()
  await server.ctx.db.update(pendingImports).set({ subject: mine }).where(eq(pendingImports.subject, email))
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(embedded((await logIn(server, mine)).user)).toEqual([])
  log.mockRestore()
  expect(await waitingFor(mine)).toHaveLength(1)
})

test('what was encrypted for one owner opens for no other: a user, a login, or one that has a user', async () => {
  const [email, thief] = [newMail(), newMail()]
  const { user } = await logIn(server, thief)
  const refused = { ok: false, code: 'invalid_data', error: expect.stringContaining('could not be read') }
  for (const to of [mail(thief), { user_id: user.id }, mail(newMail())])
    expect(await bring(to, newKey(), mail(email))).toEqual(refused)
  expect(await rowsOf(user.id)).toEqual([])
})

test('the signer takes no login for a user’s that it has not sealed, whatever the API process says', async () => {
  const [victim, thief] = [newMail(), newMail()]
  const { user } = await logIn(server, thief)
  const { import_id: importId, encryption_public_key } = await begin()
  const { wallet } = await item(encryption_public_key, mail(victim), newKey())
  const { rows } = await server.ctx.db.execute<{ seal: string }>(
    sql`select seal from accounts where user_id = ${user.id}`,
  )
  const account = { type: 'email', subject: victim, seal: rows[0]?.seal ?? '' } as const
  const owner = { userId: user.id, walletId: 'wallet_mine', account }
  const asked = { appId: server.appId, importId, owner, wallet: wallet as never }
  await expect(server.ctx.signer.receiveKey(asked)).rejects.toMatchObject({ code: 'invalid_seal' })
})

test('an import is good once, for its own app, for ten minutes, and another signer process finishes it', async () => {
  const key = newKey()
  const { import_id, encryption_public_key } = await begin()
  const wallets = [await item(encryption_public_key, mail(newMail()), key)]
  const foreign = await post('/wallets/import', { import_id, wallets }, other)
  expect([foreign.status, foreign.body.code]).toEqual([409, 'resource_conflict'])
  // Another app's key opens nothing either.
  const theirs = (await post('/wallets/import/key', undefined, other)).body
  const swapped = await post('/wallets/import', { import_id: theirs.import_id, wallets }, other)
  expect(swapped.body.results[0]).toMatchObject({ ok: false, code: 'invalid_data' })
  const signer = await startOperatorSigner(server.database.db, { masterKey: Buffer.from(server.masterKey) })
  const elsewhere = server.second({ signer })
  const answers = await Promise.all(
    [1, 2, 3].map(() => post('/wallets/import', { import_id, wallets }, credentials(), elsewhere)),
  )
  await signer.close()
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.flatMap(({ body }) => body.results ?? [])).toMatchObject([{ ok: true, status: 'waiting' }])
  const late = await begin()
  server.clock.now += 10 * 60_000
  const over = await post('/wallets/import', { import_id: late.import_id, wallets })
  server.clock.now -= 10 * 60_000
  expect(over.status).toBe(409)
})

test.each([
  ['another app’s secret', () => ({ id: server.appId, secret: other.secret }), 401],
  ['an app whose keys are on devices', () => onDevices, 422],
])('%s brings nothing', async (_, who, status) => {
  expect((await post('/wallets/import/key', undefined, who())).status).toBe(status)
  const body = { import_id: 'import_x', wallets: [{}] }
  expect((await post('/wallets/import', body, who())).status).toBe(status)
})

test.each([[0], [101]])('%d keys are no batch', async count => {
  const { import_id } = await begin()
  const body = { import_id, wallets: Array.from({ length: count }, () => ({})) }
  expect((await post('/wallets/import', body)).status).toBe(400)
})

test('what is wrong with one stops no other, and no answer, log or row has a key', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const [good, email] = [newKey(), newMail()]
  const keys = Array.from({ length: 4 }, newKey)
  const { import_id, encryption_public_key: to } = await begin()
  const seal = (owner: BatchOwner, key: Key) => item(to, owner, key)
  const zero = { bytes: Buffer.alloc(32), address: good.address }
  const [a, b, c, d] = keys as [Key, Key, Key, Key]
  const broken = await seal(mail(email), a)
  const wallets = [
    null,
    { ...broken, extra: 1 },
    { ...broken, wallet: { ...broken.wallet, ciphertext: 'AAAA' } },
    await seal(mail(email), { ...b, address: good.address }),
    await seal(mail(email), zero),
    await seal(mail('Ann@Mail.Example'), c),
    await seal({ type: 'email', subject: 'nobody' }, c),
    await seal({ type: 'guest', subject: 'x' }, c),
    await seal({ type: 'passkey', subject: 'x' }, c),
    await seal({ type: 'smart_wallet', subject: 'x' }, c),
    await seal({ user_id: 'user_of_nobody' }, d),
    await seal(mail(email), good),
  ]
  const { status, body } = await post('/wallets/import', { import_id, wallets })
  expect([status, body.results.map(it => it.ok || it.code)]).toEqual([
    200,
    [...Array(10).fill('invalid_data'), 'user_does_not_exist', true],
  ])
  for (const result of body.results)
    expect(result).toMatchObject(result.ok ? {} : { error: expect.stringMatching(/^\p{Lu}.*\.$/u) })
  const { rows } = await server.ctx.db.execute(
    sql`select p::text as a from pending_imports p union all select e::text from audit_events e
      union all select i::text from imported_wallets i union all select b::text from begun_imports b`,
  )
  const seen = [JSON.stringify(rows), JSON.stringify(body), log.mock.calls.join('\n')]
  log.mockRestore()
  for (const secret of [good, ...keys].flatMap(({ bytes }) => spellingsOf(bytes)))
    for (const text of seen) expect(Buffer.from(text).includes(secret)).toBe(false)
  // The control: an address is there.
  expect(seen[0]).toContain(good.address)
})

test('a key twice in a batch is one wallet, and a batch that was sent again changes nothing', async () => {
  const [email, key] = [newMail(), newKey()]
  const { user } = await logIn(server, email)
  for (const owner of [mail(newMail()), { user_id: user.id }])
    for (let run = 0; run < 2; run++) {
      const { import_id, encryption_public_key: to } = await begin()
      const wallets = [await item(to, owner, key), await item(to, owner, key)]
      const { body } = await post('/wallets/import', { import_id, wallets })
      expect(body.results).toMatchObject([{ ok: true }, { ok: true }])
    }
  expect(await rowsOf(user.id)).toHaveLength(1)
  expect(
    await server.ctx.db.select().from(pendingImports).where(eq(pendingImports.address, key.address)),
  ).toHaveLength(1)
})

test('a user who has the wallet as another one’s, or was taken in by somebody, gets nothing', async () => {
  const [{ user }, { user: taker }] = [await logIn(server, newMail()), await logIn(server, newMail())]
  const linked = newKey()
  await server.ctx.db.insert(accounts).values({
    ...{ id: `linked-${user.id}`, appId: server.appId, userId: user.id, type: 'wallet', seal: '' },
    subject: `ethereum:${linked.address.toLowerCase()}`,
  })
  expect(await bring({ user_id: user.id }, linked)).toEqual({
    ...{ ok: false, code: 'embedded_wallet_already_exists' },
    error: 'You have this wallet already.',
  })
  await server.ctx.db.update(users).set({ mergedInto: taker.id }).where(eq(users.id, user.id))
  expect(await bring({ user_id: user.id }, newKey())).toEqual({
    ...{ ok: false, code: 'user_does_not_exist' },
    error: `This user was taken in by ${taker.id}. Name that one.`,
  })
  expect(await rowsOf(user.id)).toEqual([])
})

test('logins at once, and the same key brought meanwhile, give one wallet', async () => {
  const [email, key] = [newMail(), newKey()]
  await bring(mail(email), key)
  const devices = [await createDevice(), await createDevice()]
  const logins = []
  for (const device of devices) logins.push({ device, code: await askForCode(server, device, email) })
  const [one] = await Promise.all([
    ...logins.map(({ device, code }) => tryCode(server, device, { email, code })),
    bring(mail(email), key),
  ])
  const userId = (await logIn(server, email)).user.id
  expect(one).toBeDefined()
  expect(await rowsOf(userId)).toHaveLength(1)
  expect(await waitingFor(email)).toEqual([])
})

test('a signer that does not answer blocks no login, and the key waits for the next one', async () => {
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const [email, key] = [newMail(), newKey()]
  await bring(mail(email), key)
  const claimKey = () => Promise.reject(new SignerRefusal('unavailable', 'The signer does not answer.'))
  const app = server.second({ signer: { ...server.ctx.signer, claimKey } })
  const device = await createDevice()
  const code = await askForCode(server, device, email)
  const { status, body } = await tryCode(server, device, { email, code }, { app })
  log.mockRestore()
  expect([status, embedded(body.user)]).toEqual([200, []])
  expect(await waitingFor(email)).toHaveLength(1)
  expect(embedded((await logIn(server, email)).user)).toEqual([key.address])
})

test.each(['before', 'after'] as const)(
  'a first login that breaks off %s any statement loses no key and makes no second one',
  async when => {
    const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const connection = connectDatabase(server.database.apiUrl)
    const fault = breakAt(connection.db.$client)
    const app = server.second({ db: connection.db })
    let broken = 0
    for (let step = 1; ; step++) {
      await server.ctx.db.delete(rateLimits)
      const [email, key] = [newMail(), newKey()]
      await bring(mail(email), key)
      const device = await createDevice()
      const code = await askForCode(server, device, email)
      fault.arm(step, when)
      await tryCode(server, device, { email, code }, { app })
      const hasBroken = fault.disarm()
      const { user } = await logIn(server, email)
      expect(embedded(user)).toEqual([key.address])
      expect([(await rowsOf(user.id)).length, (await waitingFor(email)).length]).toEqual([1, 0])
      if (!hasBroken) break
      broken++
    }
    await connection.close()
    log.mockRestore()
    expect(broken).toBeGreaterThan(8)
  },
  60_000,
)
