import { randomBytes } from 'node:crypto'
import { isStatementOf } from '@vitrine/shared/signer/statement.ts'
import { eq } from 'drizzle-orm'
import { compactDecrypt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../apps/registry.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { recoveryKeys } from '../database/recovery-tables.ts'
import { users } from '../database/schema.ts'
import { sweepExpired } from '../database/sweep.ts'
import { createTestDevice } from '../signer/testing/device.ts'
import { call } from '../testing/client.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { logInOnNewDevice, type Person, request, type WalletCall } from '../wallet/testing/wallet-calls.ts'
import { createRecipient, post } from './testing/recovery-calls.ts'

let server: TestServer
let user: Person
const vault = createRecipient()
const KEY = randomBytes(32).toString('base64')

async function offer(options: readonly string[] = ['recovery-encryption-key'], id = server.appId) {
  const app = await findApp(server.ctx.db, id)
  if (!app) throw new Error('The app of the server is gone')
  const { embedded_wallet_config: wallets } = app.config
  await replaceConfig(server.ctx.db, app.id, {
    ...app.config,
    embedded_wallet_config: {
      ...wallets,
      mode: 'legacy-embedded-wallets-only',
      user_owned_recovery_options: options as typeof wallets.user_owned_recovery_options,
    },
  })
}

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await offer()
  user = await logInOnNewDevice(server)
})

/** The site's backend. */
const enter = (
  key: unknown = KEY,
  userId = user.userId,
  credentials = `${server.appId}:${server.appSecret}`,
) =>
  call<{ readonly code?: string }>(server, `/api/v1/users/${encodeURIComponent(userId)}/recovery_key`, {
    body: { recovery_key: key },
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}`, origin: '' },
  })
const ask = (who = user) => post(server, who, '/recovery/encryption_key/request')
async function claim(who = user, change: WalletCall = {}) {
  const body = { recipient: vault.spki }
  const answer = await request(server, who, '/recovery/encryption_key/claim', { body, ...change })
  const read = await answer.json()
  return { status: answer.status, body: read as { sealed: string; signature: string; code?: string } }
}
const NOT_THERE = { status: 404, body: { code: 'not_found' } }
const NOT_FROM_HERE = { status: 403, body: { code: 'expired_or_invalid_authorization' } }
const rows = () => server.ctx.db.select().from(recoveryKeys).where(eq(recoveryKeys.userId, user.userId))

describe('a site’s recovery key', () => {
  test('comes to the vault that the device named, with the signer’s word for it, and is kept sealed meanwhile', async () => {
    expect(await enter()).toMatchObject({ status: 200, body: { success: true } })
    const [row] = await rows()
    for (const written of [KEY, Buffer.from(KEY, 'base64').toString('base64url')])
      expect(JSON.stringify(row)).not.toContain(written)
    expect((await ask()).body).toEqual({ is_there: true })

    const { status, body } = await claim()
    expect(status).toBe(200)
    const { plaintext } = await compactDecrypt(body.sealed, vault.privateKey)
    expect(Buffer.from(plaintext).toString('base64')).toBe(KEY)
    const words = {
      ...({ origin: ORIGIN, kind: 'recovery-key', appId: server.appId, userId: user.userId } as const),
      ...{ device: user.device.publicKey, recipient: vault.spki, sealed: body.sealed },
    }
    const { identity } = server.signerKeys
    expect(await isStatementOf(identity, words, body.signature)).toBe(true)
    expect(await isStatementOf(identity, { ...words, userId: 'user_x' }, body.signature)).toBe(false)
  })

  test('is given once, also to two at the same time', async () => {
    await enter()
    const both = await Promise.all([1, 2, 3].map(() => claim()))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    expect(await claim()).toMatchObject(NOT_THERE)
    expect((await ask()).body).toEqual({ is_there: false })
    expect(await rows()).toEqual([])
  })

  test('is given to no other user, and to no other app’s', async () => {
    await enter()
    expect(await claim(await logInOnNewDevice(server))).toMatchObject(NOT_THERE)
    const other = await server.registerApp({})
    await offer(undefined, other.id)
    expect(await enter(KEY, user.userId, `${other.id}:${other.secret}`)).toMatchObject(NOT_THERE)
    expect((await claim()).status).toBe(200)
  })

  test('is used up by a claim that the device did not sign so', async () => {
    const thief = createRecipient()
    for (const change of [
      { signedBody: { recipient: thief.spki } },
      { signedPath: '/embedded_wallets/keys' },
      { signer: await createTestDevice() },
      { body: { recipient: 'AAAA' } },
    ]) {
      await enter()
      expect(await claim(user, change)).toMatchObject(NOT_FROM_HERE)
      expect(await claim()).toMatchObject(NOT_THERE)
    }
  })

  test('a stolen access token without the device’s key asks and gets nothing', async () => {
    await enter()
    const thief = { ...user, device: await createTestDevice() }
    expect((await ask(thief)).status).toBe(401)
    expect((await claim(thief)).status).toBe(401)
    expect((await claim()).status).toBe(200)
  })

  test('is gone after ten minutes, whatever the database says of its end', async () => {
    await enter()
    const later = (expiresAt: Date) =>
      server.ctx.db.update(recoveryKeys).set({ expiresAt }).where(eq(recoveryKeys.userId, user.userId))
    await later(new Date(server.clock.now - 1))
    expect((await ask()).body).toEqual({ is_there: false })
    expect(await claim()).toMatchObject(NOT_THERE)
    await later(new Date(server.clock.now + 3_600_000))
    expect(await claim()).toMatchObject({ status: 500, body: { code: 'internal_error' } })
    await enter()
    await later(new Date(Date.now() - 60_000))
    await sweepExpired(server.ctx.db)
    expect(await rows()).toEqual([])
  })

  test('that was sealed for somebody else does not open', async () => {
    const other = await logInOnNewDevice(server)
    await enter(KEY, other.userId)
    const [theirs] = await server.ctx.db
      .select()
      .from(recoveryKeys)
      .where(eq(recoveryKeys.userId, other.userId))
    await enter()
    await server.ctx.db
      .update(recoveryKeys)
      .set({ sealedKey: theirs?.sealedKey ?? '', expiresAt: theirs?.expiresAt ?? new Date() })
      .where(eq(recoveryKeys.userId, user.userId))
    expect(await claim()).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  })

  test('takes the place of the one before', async () => {
    await enter(randomBytes(64).toString('base64'))
    await enter()
    const { plaintext } = await compactDecrypt((await claim()).body.sealed, vault.privateKey)
    expect(Buffer.from(plaintext).toString('base64')).toBe(KEY)
  })

  test.each([
    ['31 bytes', randomBytes(31).toString('base64')],
    ['65 bytes', randomBytes(65).toString('base64')],
    ['base64url', Buffer.alloc(32, 255).toString('base64url')],
    ['base64 without its end', KEY.replace('=', '')],
    ['another spelling of the same bytes', `${Buffer.alloc(32).toString('base64').slice(0, 42)}B=`],
    ['a number', 7],
  ])('of %s is none', async (_, key) => {
    expect(await enter(key)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
    expect(await rows()).toEqual([])
  })

  test('is entered by the app’s backend alone, for a user of the app', async () => {
    const wrong = { status: 401, body: { code: 'missing_or_invalid_token' } }
    expect(await enter(KEY, user.userId, `${server.appId}:secret`)).toMatchObject(wrong)
    expect(
      await post(server, user, `/users/${user.userId}/recovery_key`, { recovery_key: KEY }),
    ).toMatchObject(wrong)
    for (const nobody of ['user_nobody', 'me', `${user.userId}\0`])
      expect(await enter(KEY, nobody)).toMatchObject(NOT_THERE)
    const former = await logInOnNewDevice(server)
    await server.ctx.db.update(users).set({ mergedInto: user.userId }).where(eq(users.id, former.userId))
    expect(await enter(KEY, former.userId)).toMatchObject(NOT_THERE)
  })

  test('is for apps that offer it', async () => {
    await enter()
    await offer(['user-passcode'])
    const refused = { status: 403, body: { code: 'disallowed_recovery_method' } }
    for (const answer of [await enter(), await ask(), await claim()]) expect(answer).toMatchObject(refused)
  })
})

describe('a backend that is waited for', () => {
  const told = async () =>
    (await server.ctx.db.select().from(auditEvents).where(eq(auditEvents.userId, user.userId))).filter(
      ({ type }) => type === 'wallet.recovery_key_requested',
    )

  test('is told so, once a minute at most, however many ask', async () => {
    await Promise.all([1, 2, 3, 4].map(() => ask()))
    expect(await told()).toHaveLength(1)
    const start = server.clock.now
    server.clock.now = start + 30_000
    await ask()
    server.clock.now = start + 60_001
    await ask()
    server.clock.now = start
    expect(await told()).toHaveLength(2)
  })

  test('is not told where its key is there', async () => {
    await enter()
    await ask()
    expect(await told()).toEqual([])
  })
})
