import { RECOVERY_TARGET } from '@vitrine/shared/api/step-up.ts'
import { createTestSet, PASSCODE } from '@vitrine/shared/wallet/testing/test-set.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { later, stepUp, tokenIn, toldAt, undo } from '../account-changes/testing/steps.ts'
import { accountChanges } from '../database/change-tables.ts'
import { devices, embeddedSets, embeddedSharings } from '../database/schema.ts'
import { callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { setWalletConfig } from './testing/set-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await setWalletConfig(server, { user_owned_recovery_options: ['user-passcode'] })
})
afterAll(() => server.stop())

const required = { status: 403, body: { code: 'step_up_required' } }
const PROOF = { purpose: 'recovery', target: RECOVERY_TARGET } as const
let people = 0
const post = (who: LoggedIn, path: string, body: object) =>
  callAs<{ code?: string; recovery_share?: string }>(server, who, `/api/v1/embedded_wallets${path}`, { body })

/** Somebody with a wallet on their device, whose recovery has a passcode. */
async function withWallet() {
  const email = `person${++people}@recovery.example`
  const login = await logIn(server, email)
  const set = createTestSet({ appId: server.appId, userId: login.user.id })
  const first = set.registration(PASSCODE())
  expect((await post(login, '', first)).status).toBe(200)
  const path = `/${first.wallets[0]?.address}/recovery`
  const next = (replaces = first.sharing.id) =>
    set.proven('change-recovery', {
      ...{ set_id: set.setId, replaces, sharing: set.sharing(), recovery: PASSCODE() },
      retires: first.sharing.id,
    })
  const change = (proof: object, request: object = next()) => post(login, path, { ...request, ...proof })
  const row = async () =>
    (await server.ctx.db.select().from(embeddedSets).where(eq(embeddedSets.id, set.setId)))[0]
  return { email, login, set, first, path, next, change, row }
}

test('the first recovery takes no proof; a change takes one of a way in, or a login just now and the account screen', async () => {
  const { login, change, next, row } = await withWallet()
  const before = await row()
  expect(await change({})).toMatchObject(required)
  expect(await later(server, 5 * 60_000, () => change({ from_account: true }))).toMatchObject(required)
  const token = await stepUp(server, login, { purpose: 'link', target: RECOVERY_TARGET })
  expect(await change({ step_up: token })).toMatchObject(required)
  expect(await row()).toEqual(before)

  const step_up = await stepUp(server, login, PROOF)
  const request = next()
  expect((await change({ step_up }, request)).status).toBe(200)
  expect(await row()).toMatchObject({ recoverySharingId: request.sharing.id })
  // One proof is one change.
  expect(await change({ step_up }, next(request.sharing.id))).toMatchObject(required)
  expect((await change({ from_account: true }, next(request.sharing.id))).status).toBe(200)
})

test('one proof changes it once, of two changes with it at once', async () => {
  const { login, change } = await withWallet()
  const step_up = await stepUp(server, login, PROOF)
  const answers = await Promise.all([change({ step_up }), change({ step_up })])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})

test('every address is told, and “This wasn’t me” puts the recovery of before back, with what opens it', async () => {
  const { email, login, set, first, path, change, row } = await withWallet()
  const before = await row()
  expect((await change({ from_account: true })).status).toBe(200)
  // The device let go of the sharing that the recovery was of.
  const sharing = async () =>
    (await server.ctx.db.select().from(embeddedSharings).where(eq(embeddedSharings.id, first.sharing.id)))[0]
  expect(await sharing()).toBeUndefined()
  const [told] = await toldAt(server, email)
  expect(told).toMatchObject({ subject: 'The recovery of your wallets at Shop was changed' })
  expect((await undo(server, tokenIn(told))).outcome).toBe('done')
  expect(await row()).toEqual(before)
  expect(await sharing()).toMatchObject({ setId: set.setId, authShare: first.sharing.auth_share })

  // Whoever knows the passcode of before opens the wallet again, once the device may.
  const again = await logIn(server, email)
  expect(again.user.id).toBe(login.user.id)
  const { verifier } = first.recovery.method === 'user-passcode' ? first.recovery : expect.fail('no passcode')
  const open = () => post(again, `${path}/shares`, { verifier })
  expect((await open()).body.code).toBe('policy_violation')
  await server.ctx.db.update(devices).set({ heldUntil: null }).where(eq(devices.userId, login.user.id))
  const opened = await open()
  expect(opened).toMatchObject({ status: 200, body: { recovery_share: first.recovery.share } })
})

test('a recovery that was changed twice is back where it was before the change that was not the person’s', async () => {
  const { email, change, next, row } = await withWallet()
  const before = await row()
  const second = next()
  expect((await change({ from_account: true }, second)).status).toBe(200)
  const [told] = await toldAt(server, email)
  expect((await change({ from_account: true }, next(second.sharing.id))).status).toBe(200)
  expect((await undo(server, tokenIn(told))).outcome).toBe('done')
  expect(await row()).toEqual(before)
})

test('a set that is gone is said to be kept from the person, and the rest is undone', async () => {
  const { email, login, set, change } = await withWallet()
  expect((await change({ from_account: true })).status).toBe(200)
  const [told] = await toldAt(server, email)
  await server.ctx.db.delete(embeddedSets).where(eq(embeddedSets.id, set.setId))
  expect((await undo(server, tokenIn(told))).outcome).toBe('kept')
  const rows = await server.ctx.db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.userId, login.user.id))
  expect(rows.every(({ undoneAt }) => undoneAt !== null)).toBe(true)
})

test('the same change again, whose answer got lost, is told of once', async () => {
  const { login, change, next } = await withWallet()
  const request = next()
  for (let i = 0; i < 2; i++) expect((await change({ from_account: true }, request)).status).toBe(200)
  const made = await server.ctx.db
    .select()
    .from(accountChanges)
    .where(eq(accountChanges.userId, login.user.id))
  expect(made.map(({ kind }) => kind)).toEqual(['recovery'])
})
