import { randomUUID } from 'node:crypto'
import { MFA_TOKEN_HEADER } from '@vitrine/shared/api/headers.ts'
import type { OwnData } from '@vitrine/shared/api/own-data.ts'
import { DATA_TARGET, DELETE_TARGET } from '@vitrine/shared/api/step-up.ts'
import { ACCOUNT_DELETED } from '@vitrine/shared/errors/account-deleted.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  configure,
  isAlive,
  later,
  stepUp,
  tokenIn,
  toldAt,
  undo,
  updateEmail,
} from '../account-changes/testing/steps.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { accountNotices } from '../database/change-tables.ts'
import { expectedUsers } from '../database/expected-tables.ts'
import { accounts, embeddedSets, embeddedWallets, users, wallets } from '../database/schema.ts'
import { asBackend } from '../expected-users/testing/backend.ts'
import { bringTogether, personByPhone } from '../identity/testing/transfer-steps.ts'
import { enrollTotp } from '../mfa/testing/mfa-calls.ts'
import { createTestDevice } from '../signer/testing/device.ts'
import { type CallOptions, call, callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { walletCall } from '../wallet/testing/key-calls.ts'
import { asDevice, create } from '../wallet/testing/wallet-calls.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await configure(server, { sms_auth: true, guest_auth: true, mfa_methods: ['totp'] })
})
afterAll(() => server.stop())

type Refusable = { readonly code?: string; readonly error?: string }
const EXPORT = '/api/v1/users/me/export'
const DELETE = '/api/v1/users/me/delete'
const FIVE_MINUTES = 5 * 60_000
const required = { status: 403, body: { code: 'step_up_required' } }

const newEmail = () => `${randomUUID()}@own-data.example`
const DOORS = [
  ['export', EXPORT, 'data', DATA_TARGET, {}],
  ['delete', DELETE, 'delete', DELETE_TARGET, { wallets: [] }],
] as const

const ask = <Body>(who: LoggedIn, path: string, body: object, headers: CallOptions['headers'] = {}) =>
  callAs<Body & Refusable>(server, who, path, { body, headers })
const proofTo = (who: LoggedIn, purpose: 'data' | 'delete') =>
  stepUp(server, who, { purpose, target: purpose === 'data' ? DATA_TARGET : DELETE_TARGET })
const remove = async (who: LoggedIn, named: readonly string[], headers: CallOptions['headers'] = {}) =>
  ask(who, DELETE, { wallets: named, step_up: await proofTo(who, 'delete') }, headers)
const isThere = async (who: LoggedIn) => (await server.ctx.db.$count(users, eq(users.id, who.user.id))) === 1

async function walletOf(who: LoggedIn): Promise<string> {
  const owner = { public_key: who.device.publicKey }
  const { body } = await walletCall(server, who, '', { chain_type: 'ethereum', owner })
  return String(body.address)
}

/** As the vault registers one: its key is nowhere here. */
async function deviceWalletOf({ user }: LoggedIn): Promise<string> {
  const setId = randomUUID()
  const address = `0x${'ab'.repeat(20)}`
  const recovery = { recoveryMethod: 'privy', recoveryShare: 'share', recoverySharingId: 'one' } as const
  await server.ctx.db
    .insert(embeddedSets)
    .values({ id: setId, appId: server.appId, userId: user.id, ...recovery })
  const place = { chainType: 'ethereum', walletIndex: 0, address, publicKey: 'key' } as const
  await server.ctx.db.insert(embeddedWallets).values({ setId, userId: user.id, ...place })
  return address
}

describe.each(DOORS)('the door to %s', (_name, path, purpose, target, body) => {
  test('asks for a proof of its own always: a login just now, and a proof of anything else, is none', async () => {
    const who = await logIn(server, newEmail())
    const other = purpose === 'data' ? 'delete' : 'data'
    for (const more of [{}, { from_account: true }, { step_up: await proofTo(who, other) }])
      expect(await ask(who, path, { ...body, ...more })).toMatchObject(required)
    const step_up = await stepUp(server, who, { purpose, target })
    expect((await ask(who, path, { ...body, step_up })).status).toBe(200)
  })

  test('is passed once with one proof, also by two at once', async () => {
    const who = await logIn(server, newEmail())
    const step_up = await stepUp(server, who, { purpose, target })
    const answers = await Promise.all([0, 1].map(() => ask(who, path, { ...body, step_up })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is shut for a stolen token, for a held device, and without a second factor of who has one', async () => {
    const email = newEmail()
    const who = await logIn(server, email)
    const step_up = await stepUp(server, who, { purpose, target })
    expect((await ask({ ...who, device: await createDevice() }, path, { ...body, step_up })).status).toBe(401)

    const { token } = await enrollTotp(server, who)
    expect(await ask(who, path, { ...body, step_up })).toMatchObject({
      status: 403,
      body: { code: 'missing_or_invalid_mfa' },
    })
    // "This wasn't me", of the mail that told of the factor: nobody signs, and nobody ends the account.
    expect((await undo(server, tokenIn((await toldAt(server, email))[0]))).status).toBe(200)
    const again = await logIn(server, email)
    const held = await ask(again, path, { ...body, step_up }, { [MFA_TOKEN_HEADER]: token })
    expect(held).toMatchObject({ status: 403, body: { code: 'policy_violation' } })
    expect(await isThere(who)).toBe(true)
  })

  test('takes a login just now of who has nothing to prove, and of a guest their device alone', async () => {
    const ofSite = await logIn(server, newEmail())
    const { db } = server.ctx
    const retype = (who: LoggedIn, type: 'custom_auth' | 'guest') =>
      db.update(accounts).set({ type }).where(eq(accounts.userId, who.user.id))
    await retype(ofSite, 'custom_auth')
    expect(await later(server, FIVE_MINUTES, () => ask(ofSite, path, body))).toMatchObject(required)
    expect((await ask(ofSite, path, body)).status).toBe(200)
    const guest = await logIn(server, newEmail())
    await retype(guest, 'guest')
    expect((await later(server, FIVE_MINUTES, () => ask(guest, path, body))).status).toBe(200)
  })

  test('opens to who proved a second factor, and to who accepts no terms', async () => {
    await configure(server, { require_users_accept_terms: true })
    const who = await logIn(server, newEmail())
    await server.ctx.db.update(users).set({ acceptedTermsAt: new Date() }).where(eq(users.id, who.user.id))
    const { token } = await enrollTotp(server, who)
    await server.ctx.db.update(users).set({ acceptedTermsAt: null }).where(eq(users.id, who.user.id))
    const step_up = await stepUp(server, who, { purpose, target })
    const headers = { [MFA_TOKEN_HEADER]: token }
    expect((await ask(who, path, { ...body, step_up }, headers)).status).toBe(200)
    await configure(server, { require_users_accept_terms: false })
  })
})

test('a copy has what is stored and no key, is written down, and told to every address', async () => {
  const email = newEmail()
  const who = await logIn(server, email)
  const address = await walletOf(who)
  const [{ sealedKey = '' } = {}] = await server.ctx.db
    .select()
    .from(wallets)
    .where(eq(wallets.address, address))
  const { status, body } = await ask<OwnData>(who, EXPORT, { step_up: await proofTo(who, 'data') })
  expect([status, body.user_id, body.format]).toEqual([200, who.user.id, 1])
  const text = JSON.stringify(body)
  for (const part of [email, address, 'user.data_exported']) expect(text).toContain(part)
  expect(sealedKey).not.toBe('')
  expect(text).not.toContain(sealedKey)
  const activity = await callAs<{ items: { type: string }[] }>(server, who, '/api/v1/users/me/activity', {
    method: 'GET',
  })
  expect(activity.body.items.map(({ type }) => type)).toContain('user.data_exported')
  const [told] = await toldAt(server, email)
  expect(told).toMatchObject({ subject: 'Your data was downloaded from your account at Shop' })
  // What was taken stays taken; everybody is logged out.
  expect((await undo(server, tokenIn(told))).outcome).toBe('done')
  expect(await isAlive(server, who)).toBe(false)
})

describe('a deleted account', () => {
  test('takes every wallet to be named whose key goes with it, whoever holds it; else nothing is deleted', async () => {
    const who = await logIn(server, newEmail())
    const [kept, onDevice] = [await walletOf(who), await deviceWalletOf(who)]
    for (const named of [[kept], [kept, onDevice, `0x${'cd'.repeat(20)}`]])
      expect(await remove(who, named)).toMatchObject({ status: 409, body: { code: 'resource_conflict' } })
    expect(await isAlive(server, who)).toBe(true)
    expect(await remove(who, [kept, onDevice])).toMatchObject({ status: 200, body: { deleted: true } })
    expect(await isThere(who)).toBe(false)
  })

  test('leaves the wallets that wait for a login which its person added and has not logged in by since', async () => {
    const who = await logIn(server, newEmail())
    const logins = (['custom_auth', 'google_oauth'] as const).map(type => ({ type, subject: randomUUID() }))
    const [wanted, named] = logins.map(login => ({ linked_accounts: [login] }))
    const waits = await asBackend(server, 'POST', '', { ...wanted, wallets: [{ chain_type: 'ethereum' }] })
    await asBackend(server, 'POST', '', named)
    for (const login of logins)
      await server.ctx.db.insert(accounts).values({
        ...{ id: randomUUID(), appId: server.appId, userId: who.user.id, seal: '', ...login },
      })
    expect((await remove(who, [])).status).toBe(200)
    const expected = (id = '') => server.ctx.db.$count(expectedUsers, eq(expectedUsers.id, id))
    expect(await expected(waits.body.id)).toBe(1)
    const again = await asBackend(server, 'POST', '', { ...wanted, wallets: [{ chain_type: 'ethereum' }] })
    expect(again.body).toMatchObject({ is_new: false, wallets: waits.body.wallets })
    // Who was named and has no wallet is forgotten.
    expect((await asBackend(server, 'POST', '', named)).body.is_new).toBe(true)
  })

  test('ends on every device, each of which is told why; its mail is told, and links of before lead nowhere', async () => {
    const email = newEmail()
    const who = await logIn(server, email)
    const elsewhere = await logIn(server, email)
    const [device] = await toldAt(server, email)
    expect((await remove(who, [])).status).toBe(200)
    for (const { device, token } of [who, elsewhere])
      expect(await callAs(server, { device, token }, '/api/v1/users/me', { method: 'GET' })).toMatchObject({
        status: 401,
        body: { code: 'missing_or_invalid_token', error: ACCOUNT_DELETED },
      })
    const dpop = await elsewhere.device.prove('POST', `${ORIGIN}/api/v1/sessions`, { now: server.clock.now })
    const refreshed = await call(server, '/api/v1/sessions', {
      body: { refresh_token: elsewhere.refreshToken },
      headers: { dpop },
    })
    expect(refreshed.status).toBe(401)
    const { db } = server.ctx
    expect(await db.select().from(auditEvents).where(eq(auditEvents.userId, who.user.id))).toMatchObject([
      { type: 'user.deleted' },
    ])
    await expect
      .poll(() => server.notices.findLast(({ to }) => to === email))
      .toMatchObject({
        subject: expect.stringContaining('deleted'),
      })
    expect(await db.$count(accountNotices, eq(accountNotices.address, email))).toBe(0)
    expect((await undo(server, tokenIn(device))).outcome).toBe('over')
  })

  test('is told to an address that was removed a short while ago, too', async () => {
    const [former, present] = [newEmail(), newEmail()]
    const who = await logIn(server, former)
    expect((await updateEmail(server, who, former, present)).status).toBe(200)
    // The new one waits, and proves nothing: the login just now is the proof.
    expect((await ask(who, DELETE, { wallets: [] })).status).toBe(200)
    for (const email of [former, present])
      await expect
        .poll(() => server.notices.findLast(({ to }) => to === email))
        .toMatchObject({
          subject: expect.stringContaining('deleted'),
        })
  })

  test('of an address is another user’s when it comes back in the same month, with no wallet of before', async () => {
    const email = newEmail()
    const first = await logIn(server, email)
    const address = await walletOf(first)
    expect((await remove(first, [address])).status).toBe(200)
    const second = await logIn(server, email)
    expect((await remove(second, [])).status).toBe(200)
    const third = await logIn(server, email)
    expect(new Set([first, second, third].map(({ user }) => user.id)).size).toBe(3)
    expect(await walletOf(third)).not.toBe(address)
    expect(await isAlive(server, first)).toBe(false)
  })

  test('takes along whom it had taken in, with the wallets that came', async () => {
    const device = await createTestDevice()
    const who = await logIn(server, newEmail(), asDevice(device))
    const other = await personByPhone(server)
    const brought = String((await (await create(server, other)).json()).address)
    const person = { email: '', userId: who.user.id, device, accessToken: who.token }
    await bringTogether(server, person, other.number)
    expect((await remove(who, [])).status).toBe(409)
    expect((await remove(who, [brought])).status).toBe(200)
    expect(await server.ctx.db.$count(users, eq(users.id, other.userId))).toBe(0)
    expect((await personByPhone(server, other.number)).userId).not.toBe(other.userId)
  })
})
