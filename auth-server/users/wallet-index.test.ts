import { createTestSet } from '@vitrine/shared/wallet/testing/test-set.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callSet, setWalletConfig } from '../embedded-wallets/testing/set-calls.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { autoCreationKey } from '../wallet/create/auto-creation-key.ts'
import {
  create,
  createSolana,
  logInOnNewDevice,
  type Person,
  refusal,
} from '../wallet/testing/wallet-calls.ts'

let server: TestServer
let user: Person
let set: ReturnType<typeof createTestSet>

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  user = await logInOnNewDevice(server)
  set = createTestSet({ appId: server.appId, userId: user.userId })
})

const keysAre = (mode: 'user-controlled-server-wallets-only' | 'legacy-embedded-wallets-only') =>
  setWalletConfig(server, { mode })
const atServer = () => keysAre('user-controlled-server-wallets-only')
const onDevice = () => keysAre('legacy-embedded-wallets-only')
const register = (index: number) =>
  callSet(server, user, '', set.registration(undefined, [set.wallet(index)]))
const add = (index: number) =>
  callSet(
    server,
    user,
    '/wallets',
    set.proven('add-wallet', { set_id: set.setId, wallet: set.wallet(index) }),
  )

describe('in an app that changes where keys are, a chain’s wallets are counted together', () => {
  test('from the devices to the server', async () => {
    await onDevice()
    expect((await register(0)).status).toBe(200)
    await atServer()
    expect(await refusal(await create(server, user))).toEqual([409, 'embedded_wallet_already_exists'])
    expect(await (await create(server, user, {}, true)).json()).toMatchObject({ wallet_index: 1 })
    // A chain of its own.
    expect(await (await createSolana(server, user)).json()).toMatchObject({ wallet_index: 0 })
  })

  test('from the server to the devices, and back', async () => {
    await atServer()
    await create(server, user)
    await onDevice()
    expect(await register(0)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect((await register(1)).status).toBe(200)
    expect((await add(2)).status).toBe(200)
    await atServer()
    expect(await (await create(server, user, {}, true)).json()).toMatchObject({ wallet_index: 3 })
  })

  test('the creation on login makes none where a device has one', async () => {
    await onDevice()
    await register(0)
    await atServer()
    const key = autoCreationKey(user.userId, 'ethereum')
    expect(await refusal(await create(server, user, { key }))).toEqual([
      409,
      'embedded_wallet_already_exists',
    ])
  })

  test('two creations at once, one of each kind, never get one index', async () => {
    await onDevice()
    await register(0)
    await atServer()
    const [made, added] = await Promise.all([create(server, user, {}, true), add(1)])
    const { wallet_index: index } = await made.json()
    // Whoever comes second takes the index after, or is told that theirs is taken.
    expect([index, added.status]).toEqual(added.status === 200 ? [2, 200] : [1, 400])
  })
})
