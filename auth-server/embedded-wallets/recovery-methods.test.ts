import { RECOVERY_METHODS } from '@vitrine/shared/wallet/embedded.ts'
import { AUTOMATIC, createTestSet, PASSCODE, userOwned } from '@vitrine/shared/wallet/testing/test-set.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { restoreRecovery } from '../account-changes/restore-recovery.ts'
import { accountChanges } from '../database/change-tables.ts'
import { embeddedSets } from '../database/schema.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { logInOnNewDevice, type Person } from '../wallet/testing/wallet-calls.ts'
import { callSet, setWalletConfig } from './testing/set-calls.ts'

let server: TestServer
let user: Person
let set: ReturnType<typeof createTestSet>
const EVERY = RECOVERY_METHODS.filter(method => method !== 'privy')
const VERIFIER = 'V'.repeat(43)

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await setWalletConfig(server, { user_owned_recovery_options: EVERY })
  user = await logInOnNewDevice(server)
  set = createTestSet({ appId: server.appId, userId: user.userId })
})

const post = (path: string, body: unknown, who = user) => callSet(server, who, path, body)
const row = async () =>
  (await server.ctx.db.select().from(embeddedSets).where(eq(embeddedSets.userId, user.userId)))[0]
async function register(recovery = AUTOMATIC()) {
  const request = set.registration(recovery)
  const { status, body } = await post('', request)
  return { ...request, status, body, path: `/${request.wallets[0]?.address}/recovery` }
}
const change = (replaces: string, recovery = PASSCODE()) => ({
  ...set.proven('change-recovery', { set_id: set.setId, replaces, sharing: set.sharing(), recovery }),
  from_account: true,
})

describe.each(userOwned(VERIFIER))('a recovery by $method', recovery => {
  test('is tried ten times an hour, on whatever device and server, and is said to be wrong in whole', async () => {
    const { path } = await register(recovery)
    const devices = [user, await logInOnNewDevice(server, user.email)]
    const servers = [server.app, server.second()]
    const open = (verifier: string, index = 0) =>
      callSet(
        server,
        devices[index % 2] ?? user,
        `${path}/shares`,
        { verifier },
        {},
        servers[(index >> 1) % 2],
      )
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => open('W'.repeat(43), index)))
    const told = answers.filter(({ status }) => status === 422).map(({ body }) => body.error)
    expect(told).toHaveLength(10)
    const words =
      recovery.method === 'user-passcode'
        ? 'This is not the recovery passcode of this wallet.'
        : 'This does not recover this wallet. Use what its recovery was set with.'
    expect(new Set(told)).toEqual(new Set([words]))
    // The right one is not told from a wrong one now, anywhere, and how long that is so is said.
    const late = { status: 429, body: { error: 'Too many attempts. Try again in 60 minutes.' } }
    for (const index of [0, 1, 2, 3]) expect(await open(VERIFIER, index)).toMatchObject(late)
  })

  test('makes the first wallet where the app takes it, whether it has to or not', async () => {
    expect(await register(recovery)).toMatchObject({ status: 200 })
    const refused = { status: 403, body: { code: 'disallowed_recovery_method' } }
    for (const others of [EVERY, EVERY.filter(method => method !== recovery.method)]) {
      await setWalletConfig(server, {
        user_owned_recovery_options: others,
        require_user_owned_recovery_on_create: true,
      })
      user = await logInOnNewDevice(server)
      set = createTestSet({ appId: server.appId, userId: user.userId })
      expect(await register()).toMatchObject(refused)
      expect(await register(recovery)).toMatchObject(others === EVERY ? { status: 200 } : refused)
    }
  })

  test('makes the first wallet of an app that asks for a passcode if it is one', async () => {
    await setWalletConfig(server, {
      user_owned_recovery_options: EVERY,
      require_user_password_on_create: true,
    })
    const { status, body, sharing, path } = await register(recovery)
    if (recovery.method === 'user-passcode') {
      expect(status).toBe(200)
      // Later each one that is offered may take its place.
      for (const [index, next] of userOwned().slice(1).entries())
        expect([
          index,
          (await post(path, change((await row())?.recoverySharingId ?? sharing.id, next))).status,
        ]).toEqual([index, 200])
      return
    }
    expect({ status, code: body.code }).toEqual({ status: 403, code: 'disallowed_recovery_method' })
    expect(await row()).toBeUndefined()
  })
})

test('what took the place of a recovery is put back with its place, and a place that it had not is gone', async () => {
  const [, , drive, icloud] = userOwned()
  if (!drive || !icloud) throw new Error('There are five')
  const { sharing, path } = await register(drive)
  const before = await row()
  await post(path, change(sharing.id, icloud))
  const [kept] = await server.ctx.db
    .select({ recovery: accountChanges.recovery })
    .from(accountChanges)
    .where(eq(accountChanges.userId, user.userId))
  if (!kept?.recovery) throw new Error('The change was not written down')
  const { recovery } = kept
  await server.ctx.db.transaction(tx => restoreRecovery(tx, user.userId, recovery))
  expect(await row()).toEqual(before)

  // As a release before places wrote it down.
  const { recoveryPlace: _, ...old } = recovery
  const asOld = { ...old, recoveryMethod: 'privy', recoveryVerifierHash: null } as typeof recovery
  await server.ctx.db.transaction(tx => restoreRecovery(tx, user.userId, asOld))
  expect(await row()).toMatchObject({ recoveryMethod: 'privy', recoveryPlace: null })
})
