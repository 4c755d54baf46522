import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { walletResource } from '@vitrine/shared/wallet/wallet.ts'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { idempotencyKeys, wallets } from '../../database/schema.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { create, createBody, logInOnNewDevice, type Person } from '../testing/wallet-calls.ts'
import { autoCreationKey } from './auto-creation-key.ts'

let server: TestServer
let user: Person

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  user = await logInOnNewDevice(server)
})

const rows = ({ userId }: Person) =>
  server.ctx.db.select().from(wallets).where(eq(wallets.userId, userId)).orderBy(wallets.walletIndex)
const keys = ({ userId }: Person) =>
  server.ctx.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, userId))
const all = (count: number, call: (index: number) => Promise<Response>) =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)))
const statuses = (responses: Response[]) => responses.map(({ status }) => status).sort()
const bodies = async (responses: Response[]) => Promise.all(responses.map(response => response.json()))

test('answers the wallet resource and stores address and sealed key in one row', async () => {
  const response = await create(server, user)
  expect(response.status).toBe(200)
  const wallet = walletResource.parse(await response.json())
  const [row] = await rows(user)
  expect(row).toMatchObject({ id: wallet.id, address: wallet.address, walletIndex: 0, chainType: 'ethereum' })
  expect(row?.sealedKey).toMatch(/^v1\./)
  expect(wallet).toMatchObject({
    wallet_index: 0,
    owner_id: user.userId,
    exported_at: null,
    imported_at: null,
  })
})

test('a second wallet takes create_additional and gets the next index', async () => {
  await create(server, user)
  const refused = await create(server, user)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    {
      code: 'embedded_wallet_already_exists',
      error: 'You already have an Ethereum wallet. Set `createAdditional` to make another one.',
    },
  ])
  expect(await (await create(server, user, {}, true)).json()).toMatchObject({ wallet_index: 1 })
  expect((await rows(user)).map(({ walletIndex }) => walletIndex)).toEqual([0, 1])
})

describe('ten calls at once', () => {
  test('with keys of their own make one wallet', async () => {
    const responses = await all(10, () => create(server, user))
    expect(statuses(responses)).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await rows(user)).toHaveLength(1)
  })

  test('with one key make one wallet and get one answer', async () => {
    const key = 'the-same-key-for-all'
    const responses = await all(10, () => create(server, user, { key }))
    expect(statuses(responses)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set((await bodies(responses)).map(body => canonicalJson(body))).size).toBe(1)
    expect([(await rows(user)).length, (await keys(user)).length]).toEqual([1, 1])
  })

  test('with create_additional make ten wallets with ten indexes', async () => {
    const responses = await all(10, () => create(server, user, {}, true))
    expect(statuses(responses)).toEqual(Array.from({ length: 10 }, () => 200))
    expect((await rows(user)).map(({ walletIndex }) => walletIndex)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  test('of the creation on login, from two devices, make one wallet that all get', async () => {
    const tablet = await logInOnNewDevice(server, user.email)
    const key = autoCreationKey(user.userId)
    const responses = await all(10, index => create(server, index % 2 ? user : tablet, { key }))
    expect(statuses(responses)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set((await bodies(responses)).map(body => canonicalJson(body))).size).toBe(1)
    expect(await rows(user)).toHaveLength(1)
  })
})

describe('an idempotency key', () => {
  const key = 'some-idempotency-key'

  test('gives the first answer again, also when the retry is signed anew', async () => {
    const first = await (await create(server, user, { key })).json()
    const again = await create(server, user, { key, expiry: Date.now() + 120_000 })
    expect(await again.json()).toEqual(first)
    expect(await rows(user)).toHaveLength(1)
  })

  test('with another request is a conflict', async () => {
    await create(server, user, { key })
    const other = await create(server, user, { key }, true)
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'resource_conflict' }])
    expect(await rows(user)).toHaveLength(1)
  })

  test('of one user means nothing for another', async () => {
    const stranger = await logInOnNewDevice(server)
    const [mine, theirs] = await bodies([
      await create(server, user, { key }),
      await create(server, stranger, { key }),
    ])
    expect(mine.address).not.toBe(theirs.address)
  })

  test('is forgotten after 24 hours, swept or not', async () => {
    const first = await (await create(server, user, { key }, true)).json()
    await server.ctx.db.update(idempotencyKeys).set({ expiresAt: new Date(server.clock.now) })
    const next = await create(server, user, { key }, true)
    expect(await next.json()).toMatchObject({ wallet_index: first.wallet_index + 1 })
    expect(await (await create(server, user, { key }, true)).json()).toMatchObject({ wallet_index: 1 })
  })

  test('is not taken by a call that was refused', async () => {
    const refused = await create(server, user, { key, signedBody: { other: true } })
    expect(refused.status).toBe(403)
    expect((await create(server, user, { key })).status).toBe(200)
  })
})

test('a failure between wallet and answer leaves neither', async () => {
  const { db } = server.ctx
  await db.execute(sql`
    create function refuse_answer() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`)
  await db.execute(
    sql`create trigger refuse_answer before insert on idempotency_keys execute function refuse_answer()`,
  )
  const failed = await create(server, user)
  await db.execute(sql`drop function refuse_answer cascade`)
  expect([failed.status, await failed.json()]).toMatchObject([500, { code: 'internal_error' }])
  expect([await rows(user), await keys(user)]).toEqual([[], []])
  expect((await create(server, user)).status).toBe(200)
})

test.each([
  ['another chain', { chain_type: 'solana', owner: { public_key: 'A' } }],
  ['no owner', { chain_type: 'ethereum' }],
  [
    'a policy, which nobody would honour',
    { chain_type: 'ethereum', owner: { public_key: 'A' }, policy_ids: ['p'] },
  ],
  ['no object', []],
  ['no JSON', '{'],
])('a body with %s is refused before anything happens', async (_, body) => {
  const response = await create(server, user, { body })
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_data' }])
  expect(await rows(user)).toEqual([])
})

test('a wallet for the key of another device is refused by the signer', async () => {
  const stranger = await logInOnNewDevice(server)
  const response = await create(server, user, { body: createBody(stranger) })
  expect([response.status, await response.json()]).toMatchObject([
    403,
    { code: 'expired_or_invalid_authorization' },
  ])
  expect(await rows(user)).toEqual([])
})
