import { randomBytes } from 'node:crypto'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accounts, sessions, users } from '../../database/schema.ts'
import { secretSubject } from '../../signer/secret-subject.ts'
import { type Answer, askForCode, type SignedCall, signedCall } from '../../testing/client.ts'
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

async function enter(credential: string, device?: Device, options: Partial<SignedCall> = {}): Promise<Login> {
  const subject = secretSubject(credential)
  const identity = { type: 'guest', subject }
  return signedCall(server, device ?? (await createDevice()), PATH, {
    body: { subject },
    secret: { member: 'guest_credential', value: credential, identity },
    ...options,
    headers: { 'vitrine-app-id': appId, ...options.headers },
  })
}

const sessionsOf = async (userId: string) =>
  (await server.ctx.db.select().from(sessions).where(eq(sessions.userId, userId))).length

async function linkEmail(
  device: Device,
  { token, user: { id: userId } }: Login['body'],
  email: string,
): Promise<Answer<WireUser>> {
  const headers = { 'vitrine-app-id': appId }
  const value = await askForCode(server, device, email, { headers, purpose: 'link' })
  return signedCall(server, device, '/api/v1/passwordless/link', {
    headers,
    body: { email },
    secret: { member: 'code', value, identity: { type: 'email', subject: email } },
    as: { userId, token: token ?? '' },
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
    const [subject = ''] = rows.map(row => row.subject)
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
    const answers = await Promise.all(
      [1, 2].map(() => enter(credential, device, { wrong: { headers: { dpop } } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await sessionsOf(body.user.id)).toBe(2)
  })

  test.each([
    ['no credential', { guest_credential: undefined }],
    ['one that is not sealed', { guest_credential: newCredential() }],
    ['one without its hash', { subject: undefined }],
    ['a number', { guest_credential: 43 }],
  ])('refuses %s', async (_name, body) => {
    const sealed = { guest_credential: `v1.${'A'.repeat(120)}`, subject: 'A'.repeat(43) }
    const headers = { 'vitrine-app-id': appId }
    const answer = await signedCall(server, await createDevice(), PATH, {
      body: { ...sealed, ...body },
      headers,
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_data' } })
  })

  test('takes no credential whose hash is another one', async () => {
    const credential = newCredential()
    const { body } = await enter(credential)
    const subject = secretSubject(credential)
    const secret = {
      member: 'guest_credential',
      value: newCredential(),
      identity: { type: 'guest', subject },
    }
    const answer = await enter(credential, undefined, { body: { subject }, secret })
    expect(answer).toMatchObject({ status: 403, body: { code: 'expired_or_invalid_authorization' } })
    expect(await sessionsOf(body.user.id)).toBe(1)
  })

  test('refuses a call without a proof of the device’s key', async () => {
    expect(await enter(newCredential(), undefined, { wrong: { headers: { dpop: '' } } })).toMatchObject({
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
    const linked = await linkEmail(device, body, 'guest@mail.example')
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
    await linkEmail(device, body, 'former-guest@mail.example')
    const again = await enter(credential)
    expect(again.body).toMatchObject({ is_new_user: true, user: { is_guest: true } })
    expect(again.body.user.id).not.toBe(body.user.id)
  })

  test('links at once leave one user with one account of a kind', async () => {
    const device = await createDevice()
    const { body } = await enter(newCredential(), device)
    const answers = await Promise.all(
      ['twin-a@mail.example', 'twin-b@mail.example'].map(email => linkEmail(device, body, email)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const rows = await server.ctx.db.select().from(accounts).where(eq(accounts.userId, body.user.id))
    expect(rows.map(({ type }) => type)).toEqual(['email'])
    expect(await server.ctx.db.select().from(users).where(eq(users.id, body.user.id))).toHaveLength(1)
  })
})
