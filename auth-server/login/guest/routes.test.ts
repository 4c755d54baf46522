import { randomBytes } from 'node:crypto'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, sessions, users } from '../../database/schema.ts'
import { type Answer, askForCode, type CallOptions, call } from '../../testing/client.ts'
import { createDevice, type Device } from '../../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../../testing/server.ts'

const PATH = '/api/v1/guest/authenticate'
type Login = Answer<AuthenticatedUser & { code: string; error: string }>

let server: TestServer
let appId: string
beforeAll(async () => {
  server = await startTestServer()
  appId = (await server.registerApp({ guest_auth: true })).id
})
afterAll(() => server.stop())

const newCredential = () => randomBytes(32).toString('base64url')

async function enter(credential: unknown, device?: Device, options: CallOptions = {}): Promise<Login> {
  const by = device ?? (await createDevice())
  const dpop = await by.prove('POST', `${ORIGIN}${PATH}`, { now: server.clock.now })
  const headers = { 'vitrine-app-id': appId, dpop, ...options.headers }
  return call(server, PATH, { ...options, body: { guest_credential: credential }, headers })
}

const sessionsOf = async (userId: string) =>
  (await server.ctx.db.select().from(sessions).where(eq(sessions.userId, userId))).length

async function linkEmail(device: Device, token: string, email: string): Promise<Answer<WireUser>> {
  const headers = { 'vitrine-app-id': appId }
  const code = await askForCode(server, email, { headers })
  const path = '/api/v1/passwordless/link'
  const dpop = await device.prove('POST', `${ORIGIN}${path}`, { now: server.clock.now, accessToken: token })
  return call(server, path, {
    body: { email, code },
    headers: { ...headers, authorization: `Bearer ${token}`, dpop },
  })
}

describe('entering as a guest', () => {
  test('makes a user without accounts, and the same user again', async () => {
    const credential = newCredential()
    const first = await enter(credential)
    expect(first).toMatchObject({
      status: 200,
      body: {
        is_new_user: true,
        session_update_action: 'set',
        user: { is_guest: true, linked_accounts: [] },
      },
    })
    const again = await enter(credential)
    expect(again.body).toMatchObject({ is_new_user: false, user: { id: first.body.user.id, is_guest: true } })
  })

  test('stores nothing that logs in', async () => {
    const credential = newCredential()
    const { body } = await enter(credential)
    const rows = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, body.user.id))
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(credential)
    const [subject] = rows.map(row => row.subject)
    expect((await enter(subject)).body.user.id).not.toBe(body.user.id)
  })

  test('first entries at once with one credential are one user', async () => {
    const credential = newCredential()
    const answers = await Promise.all([enter(credential), enter(credential), enter(credential)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1)
    expect(answers.filter(({ body }) => body.is_new_user)).toHaveLength(1)
  })

  test('of two uses of one device proof at once, one opens a session', async () => {
    const device = await createDevice()
    const credential = newCredential()
    const { body } = await enter(credential, device)
    const dpop = await device.prove('POST', `${ORIGIN}${PATH}`, { now: server.clock.now })
    const answers = await Promise.all([1, 2].map(() => enter(credential, device, { headers: { dpop } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await sessionsOf(body.user.id)).toBe(2)
  })

  test.each([
    ['no credential', undefined],
    ['a short one', randomBytes(31).toString('base64url')],
    ['a long one', randomBytes(33).toString('base64url')],
    ['other characters', '+'.repeat(43)],
    ['a number', 43],
  ])('refuses %s', async (_name, credential) => {
    expect(await enter(credential)).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('refuses a call without a proof of the device’s key', async () => {
    expect(await enter(newCredential(), undefined, { headers: { dpop: '' } })).toMatchObject({
      status: 400,
      body: { code: 'invalid_data' },
    })
  })

  test('is only for apps that turned it on', async () => {
    const headers = { 'vitrine-app-id': server.appId }
    expect(await enter(newCredential(), undefined, { headers })).toMatchObject({
      status: 403,
      body: { code: 'disallowed_login_method' },
    })
  })

  test('a guest of one app is nobody in another', async () => {
    const credential = newCredential()
    const { body } = await enter(credential)
    const other = await server.registerApp({ guest_auth: true })
    const there = await enter(credential, undefined, { headers: { 'vitrine-app-id': other.id } })
    expect(there.body.user.id).not.toBe(body.user.id)
  })

  test('is not for other origins', async () => {
    const headers = { origin: 'https://shop.example' }
    expect((await enter(newCredential(), undefined, { headers })).body.code).toBe('invalid_origin')
  })

  test('is limited for one network, over two server processes', async () => {
    const settings = { ...server.ctx.settings, networkLimit: 2 }
    const processes = [server.second({ settings }), server.second({ settings })] as const
    const from = '198.51.100.7'
    const [one, other] = processes
    expect((await enter(newCredential(), undefined, { app: one, from })).status).toBe(200)
    expect((await enter(newCredential(), undefined, { app: other, from })).status).toBe(200)
    expect(await enter(newCredential(), undefined, { app: one, from })).toMatchObject({
      status: 429,
      body: { code: 'too_many_requests' },
    })
  })
})

describe('a guest who links an account', () => {
  test('stays the same user, and is no guest any more', async () => {
    const device = await createDevice()
    const credential = newCredential()
    const { body } = await enter(credential, device)
    const linked = await linkEmail(device, body.token ?? '', 'guest@mail.example')
    expect(linked).toMatchObject({
      status: 200,
      body: {
        id: body.user.id,
        is_guest: false,
        linked_accounts: [{ type: 'email', address: 'guest@mail.example' }],
      },
    })
  })

  test('is not found by the credential any more', async () => {
    const device = await createDevice()
    const credential = newCredential()
    const { body } = await enter(credential, device)
    await linkEmail(device, body.token ?? '', 'former-guest@mail.example')
    const again = await enter(credential)
    expect(again.body).toMatchObject({ is_new_user: true, user: { is_guest: true } })
    expect(again.body.user.id).not.toBe(body.user.id)
  })

  test('links at once leave one user with one account of a kind', async () => {
    const device = await createDevice()
    const { body } = await enter(newCredential(), device)
    const answers = await Promise.all(
      ['twin-a@mail.example', 'twin-b@mail.example'].map(email => linkEmail(device, body.token ?? '', email)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const rows = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, body.user.id))
    expect(rows.map(({ type }) => type)).toEqual(['email'])
    expect(await server.ctx.db.select().from(users).where(eq(users.id, body.user.id))).toHaveLength(1)
  })
})
