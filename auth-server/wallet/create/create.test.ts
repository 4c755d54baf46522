import { PublicKey } from '@solana/web3.js'
import { canonicalJson } from '@vitrine/shared/wallet/canonical-json.ts'
import { walletResource } from '@vitrine/shared/wallet/wallet-resource.ts'
import { eq, sql } from 'drizzle-orm'

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../../apps/registry.ts'
import { idempotencyKeys, walletEntropies, wallets } from '../../database/schema.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import {
  create,
  createBody,
  createSolana,
  logInOnNewDevice,
  type Person,
  refusal,
} from '../testing/wallet-calls.ts'
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
const entropies = ({ userId }: Person) =>
  server.ctx.db.select().from(walletEntropies).where(eq(walletEntropies.userId, userId))
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

test('an additional wallet takes a first one', async () => {
  const refused = await create(server, user, {}, true)
  expect([refused.status, await refused.json()]).toEqual([
    404,
    {
      code: 'embedded_wallet_not_found',
      error: 'You have no Ethereum wallet yet. Make the first one without `createAdditional`.',
    },
  ])
  expect(await rows(user)).toEqual([])
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

test('a user has as many wallets of a chain type as the app allows, whoever asks for more', async () => {
  const { db } = server.ctx
  const app = await findApp(db, server.appId)
  if (!app) throw new Error('no app')
  const config = { ...app.config.embedded_wallet_config, max_wallets_per_chain_type: 2 }
  await replaceConfig(db, app.id, { ...app.config, embedded_wallet_config: config })
  try {
    await create(server, user)
    const responses = await all(4, index =>
      create(server, user, { key: `further-wallet-number-${index}` }, true),
    )
    expect(statuses(responses)).toEqual([200, 403, 403, 403])
    const refused = responses.find(({ status }) => status === 403)
    expect(await refused?.json()).toEqual({
      code: 'policy_violation',
      error: 'You have 2 Ethereum wallets, as many as this app allows. Use one of them.',
    })
    expect(await rows(user)).toHaveLength(2)
    expect((await createSolana(server, user)).status).toBe(200)
  } finally {
    await replaceConfig(db, app.id, app.config)
  }
})

test('ten wallets of a chain type are allowed where the operator says nothing', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 11; index++)
    statuses.push((await create(server, user, { key: `further-wallet-number-${index}` }, index > 0)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 403])
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
    await create(server, user)
    const responses = await all(9, () => create(server, user, {}, true))
    expect(statuses(responses)).toEqual(Array.from({ length: 9 }, () => 200))
    expect((await rows(user)).map(({ walletIndex }) => walletIndex)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(new Set((await rows(user)).map(({ address }) => address)).size).toBe(10)
  })

  test('of the creation on login, from two devices, make one wallet that all get', async () => {
    const tablet = await logInOnNewDevice(server, user.email)
    const key = autoCreationKey(user.userId, 'ethereum')
    const responses = await all(10, index => create(server, index % 2 ? user : tablet, { key }))
    expect(statuses(responses)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set((await bodies(responses)).map(body => canonicalJson(body))).size).toBe(1)
    expect(await rows(user)).toHaveLength(1)
  })
})

describe('Solana', () => {
  test('a wallet is one more of the same entropy, with an index of its own', async () => {
    const ethereum = await (await create(server, user)).json()
    const solana = walletResource.parse(await (await createSolana(server, user)).json())
    expect(solana).toMatchObject({ chain_type: 'solana', wallet_index: 0, owner_id: user.userId })
    expect(new PublicKey(solana.address).toBytes()).toHaveLength(32)
    expect(solana.public_key).toBe(solana.address)
    expect(await entropies(user)).toHaveLength(1)
    expect(ethereum.wallet_index).toBe(0)
  })

  test('a second wallet takes create_additional and gets the next index', async () => {
    await createSolana(server, user)
    const refused = await createSolana(server, user)
    expect([refused.status, await refused.json()]).toEqual([
      409,
      {
        code: 'embedded_wallet_already_exists',
        error: 'You already have a Solana wallet. Set `createAdditional` to make another one.',
      },
    ])
    expect(await (await createSolana(server, user, {}, true)).json()).toMatchObject({ wallet_index: 1 })
  })

  test('both chains on login, from two devices at once, make one wallet each and one entropy', async () => {
    const tablet = await logInOnNewDevice(server, user.email)
    const responses = await all(12, index => {
      const who = index % 2 ? user : tablet
      return index % 3
        ? createSolana(server, who, { key: autoCreationKey(user.userId, 'solana') })
        : create(server, who, { key: autoCreationKey(user.userId, 'ethereum') })
    })
    expect(statuses(responses)).toEqual(Array.from({ length: 12 }, () => 200))
    const made = (await rows(user)).map(({ address }) => address)
    expect(new Set((await bodies(responses)).map(body => body.address))).toEqual(new Set(made))
    expect([made.length, (await entropies(user)).length]).toEqual([2, 1])
    // Both come from the entropy that is stored, whichever call was first: made again, they are the same.
    await server.ctx.db.delete(wallets).where(eq(wallets.userId, user.userId))
    const again = await bodies([await create(server, user), await createSolana(server, user)])
    expect(new Set(again.map(({ address }) => address))).toEqual(new Set(made))
  })

  test('the key of the creation on login is one of its chain alone', async () => {
    const key = autoCreationKey(user.userId, 'ethereum')
    const [first, again] = [
      await createSolana(server, user, { key }),
      await createSolana(server, user, { key }),
    ]
    expect(await again.json()).toEqual(await first.json())
    expect((await create(server, user, { key })).status).toBe(200)
  })
})

test('wallets of an earlier release keep their place; the next one comes from the entropy', async () => {
  const first = await (await create(server, user)).json()
  // As it is for users of the release that made a key for each wallet.
  await server.ctx.db.delete(walletEntropies).where(eq(walletEntropies.userId, user.userId))
  const second = await (await create(server, user, {}, true)).json()
  expect([second.wallet_index, second.address === first.address]).toEqual([1, false])
  expect(await entropies(user)).toHaveLength(1)
})

test('a database restored from yesterday gives back the wallet of today, with the same address', async () => {
  await create(server, user)
  const today = await (await createSolana(server, user)).json()
  await server.ctx.db.delete(wallets).where(eq(wallets.id, today.id))
  const again = await (await createSolana(server, user)).json()
  expect([again.address, again.id === today.id]).toEqual([today.address, false])
})

test.each([
  ['an index', { wallet_index: 1 }],
  ['a way of recovery', { recovery_method: 'user-passcode' }],
])('a body with %s is refused: the server keeps the wallet', async (_, field) => {
  const response = await create(server, user, { body: { ...createBody(user), ...field } })
  expect([response.status, await response.json()]).toEqual([
    400,
    {
      code: 'invalid_data',
      error: `Check the request: \`body\` has unknown keys: ${Object.keys(field).join()}.`,
    },
  ])
})

test('an app whose wallets are on the device gets none here', async () => {
  const { db } = server.ctx
  const app = await findApp(db, server.appId)
  if (!app) throw new Error('The app is missing')
  const embedded_wallet_config = {
    ...app.config.embedded_wallet_config,
    mode: 'legacy-embedded-wallets-only' as const,
  }
  await replaceConfig(db, app.id, { ...app.config, embedded_wallet_config })
  const refused = await create(server, user)
  await replaceConfig(db, app.id, app.config)
  expect(await refusal(refused)).toEqual([422, 'not_supported'])
  expect(await rows(user)).toEqual([])
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
    await create(server, user)
    const first = await (await create(server, user, { key }, true)).json()
    await server.ctx.db.update(idempotencyKeys).set({ expiresAt: new Date(server.clock.now) })
    const next = await create(server, user, { key }, true)
    expect(await next.json()).toMatchObject({ wallet_index: first.wallet_index + 1 })
    expect(await (await create(server, user, { key }, true)).json()).toMatchObject({ wallet_index: 2 })
  })

  test('is not taken by a call that was refused', async () => {
    const refused = await create(server, user, { key, signedBody: { other: true } })
    expect(refused.status).toBe(403)
    expect((await create(server, user, { key })).status).toBe(200)
  })
})

test('a failure between wallet and answer leaves neither', async () => {
  const { db } = server.database
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
  ['another chain', { chain_type: 'bitcoin', owner: { public_key: 'A' } }],
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
