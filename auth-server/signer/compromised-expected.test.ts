import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { expectedAccounts, expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { accounts, devices, testAccounts } from '../database/schema.ts'
import { asBackend, BOTH, mail, newMail } from '../expected-users/testing/backend.ts'
import { initCode, logIn, tryCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { forge } from '../testing/tapped-call.ts'
import { logInOnNewDevice } from '../wallet/testing/wallet-calls.ts'

/**
 * What runs in the API process in a stranger's hands, who has a login and a device of their own: it tries to use, or to give itself, a
 * wallet that waits for somebody else.
 */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const signer = () => server.ctx.signer

async function waiting(email = newMail(), more: readonly object[] = []) {
  const asked = { linked_accounts: [mail(email), ...more], wallets: [BOTH[0]] }
  const { body } = await asBackend(server, 'POST', '', asked)
  const [row] = await server.ctx.db
    .select()
    .from(expectedWallets)
    .where(eq(expectedWallets.expectedId, body.id ?? ''))
  if (!row) throw new Error('nothing waits')
  const { id: walletId, identities, chainType, address, sealedKey } = row
  return {
    id: body.id ?? '',
    email,
    expected: { walletId, identities: [...identities], chainType, address, sealedKey },
  }
}

async function stranger() {
  const who = await logInOnNewDevice(server)
  const [row] = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, who.userId))
  const [device] = await server.ctx.db.select().from(devices).where(eq(devices.userId, who.userId))
  if (!row || !device) throw new Error('no rows')
  const account = { type: 'email', subject: who.email, seal: row.seal } as const
  return { ...who, account, sealed: { publicKey: device.publicKey, seal: device.seal } }
}

test('a wallet that waits is not given to a login of the stranger’s, whatever the API process says of either', async () => {
  const [{ email, expected }, own, theirs] = [await waiting(), await stranger(), await waiting()]
  const mine = { type: 'email', subject: own.email } as const
  const ask = (change: object) =>
    signer().claimExpectedKey({
      ...{ appId: server.appId, walletId: 'wallet_mine', userId: own.userId },
      ...{ account: own.account, expected, ...change },
    })
  const refused = { code: expect.stringMatching(/^(invalid_seal|unreadable_envelope)$/) }
  for (const change of [
    {},
    { account: { ...own.account, subject: email } },
    { expected: { ...expected, identities: [mine] } },
    { expected: { ...expected, identities: [...expected.identities, mine] } },
    { expected: { ...theirs.expected, sealedKey: expected.sealedKey, identities: [mine] } },
  ])
    await expect(ask(change)).rejects.toMatchObject(refused)
})

test('it signs nothing and is not taken out, as whichever wallet of the stranger’s it is said to be', async () => {
  const [{ expected }, own] = [await waiting(), await stranger()]
  const body = { method: 'personal_sign', params: { message: 'hello', encoding: 'utf-8' } }
  const { walletId, chainType, address, sealedKey } = expected
  const { authorization } = forge(server, own.device as never, `/wallets/${walletId}/rpc`, body)
  const row = { walletId, appId: server.appId, userId: own.userId, chainType, address, sealedKey }
  for (const wallet of [row, { ...row, isImported: true as const }])
    await expect(signer().walletRpc({ wallet, device: own.sealed, authorization })).rejects.toMatchObject({
      code: 'unreadable_envelope',
    })
  const { appId } = server
  const identity = expected.identities[0] ?? { type: 'email', subject: '' }
  const pending = { pendingId: walletId, chainType, address, sealedKey }
  const account = { ...own.account, ...identity }
  for (const from of [own.account, account])
    await expect(
      signer().claimKey({
        appId,
        walletId: 'wallet_mine',
        userId: own.userId,
        account: from,
        waiting: pending,
      }),
    ).rejects.toMatchObject({ code: expect.stringMatching(/^(invalid_seal|unreadable_envelope)$/) })
})

test('rows that are named for the stranger’s login give it nothing, and its person has it still', async () => {
  const { id, email, expected } = await waiting()
  const own = newMail()
  const [type, isIt] = ['email' as const, eq(expectedAccounts.expectedId, id)]
  await server.ctx.db.update(expectedAccounts).set({ subject: own }).where(isIt)
  const log = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  expect(JSON.stringify((await logIn(server, own)).user)).not.toContain(expected.address)
  const identities = [{ type, subject: own }]
  await server.ctx.db.update(expectedWallets).set({ identities }).where(eq(expectedWallets.expectedId, id))
  expect(JSON.stringify((await logIn(server, own)).user)).not.toContain(expected.address)
  log.mockRestore()
  await server.ctx.db.update(expectedAccounts).set({ subject: email }).where(isIt)
  const { identities: before } = expected
  await server.ctx.db
    .update(expectedWallets)
    .set({ identities: before })
    .where(eq(expectedWallets.expectedId, id))
  expect(JSON.stringify((await logIn(server, email)).user)).toContain(expected.address)
})

test('the fixed code of a test account, which somebody wrote down, gets nothing that waits for the address', async () => {
  const { id, email } = await waiting()
  const row = { id: randomUUID(), appId: server.appId, email, otpCode: '111111' }
  await server.database.db.insert(testAccounts).values(row)
  const device = await createDevice()
  await initCode(server, device, { email })
  const { body } = await tryCode(server, device, { email, code: '111111' })
  expect(body.user.linked_accounts.map(it => it.type)).toEqual(['email'])
  expect(await server.ctx.db.$count(expectedUsers, eq(expectedUsers.id, id))).toBe(1)
})

test('who has the login after its person gets nothing of what that one took', async () => {
  const { email, expected } = await waiting(newMail(), [mail(newMail())])
  const first = await logIn(server, email)
  expect(JSON.stringify(first.user)).toContain(expected.address)
  // Their way in is gone, and the address is somebody else’s now.
  await server.ctx.db.delete(accounts).where(eq(accounts.userId, first.user.id))
  const next = await logIn(server, email)
  expect(next.user.id).not.toBe(first.user.id)
  expect(JSON.stringify(next.user)).not.toContain(expected.address)
})
