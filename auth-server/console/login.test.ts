import type { Me } from '@vitrine/shared/api/console/operator.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditEvents } from '../database/audit-tables.ts'
import { operatorSessions, operators } from '../database/operator-tables.ts'
import { rateLimits } from '../database/schema.ts'
import { createPasskey } from '../testing/authenticator.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import {
  answerOf,
  CONSOLE,
  type ConsoleCall,
  callConsole,
  command,
  cookieOf,
  enrol,
  logInto,
  makeOperator,
  type TestOperator,
  tokenOf,
} from './testing/console.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ consoleOrigin: CONSOLE })
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.clock.now = Date.now()
  await server.database.db.delete(operators)
  await server.database.db.delete(rateLimits)
})

const add = async (name = 'Ada') => tokenOf(await command(server, 'operator', 'add', name, '--all-apps'))
const idOf = async () => (await server.database.db.select().from(operators))[0]?.id ?? ''
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code]

describe('an enrolment link', () => {
  test('registers a passkey and logs its operator in, whom the passkey then brings back', async () => {
    const passkey = createPasskey()
    const enrolled = await enrol(server, await add(), passkey)
    const id = await idOf()
    expect(enrolled).toMatchObject({
      status: 200,
      body: { operator: { id, name: 'Ada' }, apps: [{ id: server.appId, name: 'Shop', role: 'viewer' }] },
    })
    const again = await logInto(server, passkey)
    expect(again.body.operator).toEqual({ id, name: 'Ada' })
    expect(cookieOf(again)).not.toBe(cookieOf(enrolled))
    const events = await server.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.type, 'operator.authenticated'))
    expect(events.slice(-2)).toMatchObject(
      [1, 2].map(() => ({ actor: `operator:${id}`, appId: null, network: '203.0.113.x' })),
    )
  })

  test('is used once, also by two who come at once', async () => {
    const token = await add()
    const answers = await Promise.all([
      enrol(server, token, createPasskey()),
      enrol(server, token, createPasskey()),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
    const init = await callConsole(server, '/enrolment/init', { body: { token } })
    expect(outcome(init)).toEqual([403, 'expired_or_invalid_authorization'])
  })

  test('is worth nothing after a day, once another was made, and changed', async () => {
    const token = await add()
    const refused = [403, 'expired_or_invalid_authorization']
    expect(outcome(await enrol(server, `${token.slice(1)}x`, createPasskey()))).toEqual(refused)
    server.clock.now += 24 * HOUR + MINUTE
    expect(outcome(await enrol(server, token, createPasskey()))).toEqual(refused)
    server.clock.now = Date.now()
    const next = tokenOf(await command(server, 'operator', 'invite', await idOf()))
    expect(outcome(await enrol(server, token, createPasskey()))).toEqual(refused)
    expect((await enrol(server, next, createPasskey())).status).toBe(200)
  })

  test.each([
    ['for the wallet', { rpId: 'wallet.example' }],
    ['on another origin', { origin: 'http://localhost:4401' }],
    ['without verifying the person', { flags: 0x01 }],
    ['for another challenge', { challenge: 'A'.repeat(43) }],
  ])('takes no passkey that was made %s', async (_, wrong) => {
    expect(outcome(await enrol(server, await add(), createPasskey(), wrong))).toEqual([
      422,
      'invalid_credentials',
    ])
  })
})

describe('a login', () => {
  const enrolled = async () => {
    const passkey = createPasskey()
    await enrol(server, await add(), passkey, { counter: 5 })
    return passkey
  }

  test.each([
    ['for the wallet', { rpId: 'wallet.example' }],
    ['on another origin', { origin: 'http://localhost:4401' }],
    ['without verifying the person', { flags: 0x01 }],
    ['by a copy, whose counter went back', { counter: 4 }],
    ['for another person', { userHandle: 'AAAA' }],
    ['with a challenge that nobody made', { challenge: 'A'.repeat(43) }],
  ])('takes no answer %s', async (_, wrong) => {
    const passkey = await enrolled()
    expect(outcome(await logInto(server, passkey, { counter: 6, ...wrong }))).toEqual([
      422,
      'invalid_credentials',
    ])
    expect((await logInto(server, passkey, { counter: 6 })).status).toBe(200)
  })

  test('takes no passkey that nobody enrolled', async () => {
    await enrolled()
    expect(outcome(await logInto(server, createPasskey()))).toEqual([422, 'invalid_credentials'])
  })

  test('takes a challenge once, also after a wrong answer, for five minutes', async () => {
    const passkey = await enrolled()
    const init = () => callConsole<{ options: { challenge: string } }>(server, '/login/init', { body: {} })
    const answer = (of: Awaited<ReturnType<typeof init>>, flags: number) =>
      callConsole(server, '/login', {
        body: { authenticator_response: answerOf(passkey, 'assert', of, { counter: 6, flags }) },
      })
    const first = await init()
    expect((await answer(first, 0x01)).status).toBe(422)
    expect((await answer(first, 0x05)).status).toBe(422)
    const late = await init()
    server.clock.now += 5 * MINUTE + 1
    expect((await answer(late, 0x05)).status).toBe(422)
  })

  test.each([
    ['/login/init', {}, 60],
    ['/enrolment/init', { token: 'A'.repeat(43) }, 30],
  ])('%s can be called so often by a network', async (path, body, calls) => {
    const statuses: number[] = []
    for (let i = 0; i <= calls; i++)
      statuses.push((await callConsole(server, path, { body, from: '198.51.100.1' })).status)
    expect(statuses.indexOf(429)).toBe(calls)
  })
})

describe('a session', () => {
  const me = async (operator: Pick<TestOperator, 'call'>) => (await operator.call<Me>('/me')).status

  test('is a cookie that no script reads and no other site sends, of which the hash alone is kept', async () => {
    const answer = await enrol(server, await add(), createPasskey())
    const [pair = '', ...attributes] = (answer.headers.get('set-cookie') ?? '').split('; ')
    const [name, token] = pair.split('=')
    expect([name, attributes]).toEqual([
      'vitrine-console',
      ['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=43200'],
    ])
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await server.database.db.select().from(operatorSessions)
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('ends half an hour after it was last used, and after twelve hours', async () => {
    const operator = await makeOperator(server, 'Ada', '--all-apps')
    const start = server.clock.now
    for (let at = 29 * MINUTE; at < 12 * HOUR; at += 29 * MINUTE) {
      server.clock.now = start + at
      expect([at, await me(operator)]).toEqual([at, 200])
    }
    server.clock.now = start + 12 * HOUR
    expect(await me(operator)).toBe(401)
    const idle = await makeOperator(server, 'Bob', '--all-apps')
    server.clock.now += 30 * MINUTE
    expect(await me(idle)).toBe(401)
  })

  test('ends by a log-out, which the audit has', async () => {
    const operator = await makeOperator(server, 'Ada', '--all-apps')
    const other = await logInto(server, operator.passkey)
    const out = await operator.call('/logout', { body: {} })
    expect(out.headers.get('set-cookie')).toBe(
      'vitrine-console=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    )
    expect(await me(operator)).toBe(401)
    const cookie = cookieOf(other)
    expect((await callConsole(server, '/me', { headers: { cookie } })).status).toBe(200)
    const found = await server.database.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.actor, `operator:${operator.id}`))
    expect(found.map(({ type }) => type)).toContain('operator.logged_out')
  })

  test.each(['reset', 'remove'])('ends when a command says %s, and its passkey opens none', async verb => {
    const operator = await makeOperator(server, 'Ada', '--all-apps')
    await command(server, 'operator', verb, operator.id)
    expect(await me(operator)).toBe(401)
    expect((await logInto(server, operator.passkey)).status).toBe(422)
  })

  test('ends, as do links that nobody used, with all others when a database was put back; the passkey opens the next', async () => {
    const operator = await makeOperator(server, 'Ada', '--all-apps')
    const link = await add('Bob')
    await command(server, 'restore', '--yes')
    expect(await me(operator)).toBe(401)
    expect(outcome(await enrol(server, link, createPasskey()))).toEqual([
      403,
      'expired_or_invalid_authorization',
    ])
    expect((await logInto(server, operator.passkey)).status).toBe(200)
  })

  test('is of the origin where it was opened', async () => {
    const operator = await makeOperator(server, 'Ada', '--all-apps')
    const device = await createDevice()
    await server.database.db.update(operatorSessions).set({ thumbprint: device.thumbprint })
    const consoleOrigin = 'http://localhost:4444'
    const ctx = { ...server.ctx, settings: { ...server.ctx.settings, consoleOrigin } }
    const dpop = await device.prove('GET', `${consoleOrigin}/api/v1/console/me`, { now: server.clock.now })
    const headers = { cookie: operator.cookie, dpop }
    expect((await callConsole(server, '/me', { ctx, headers })).status).toBe(401)
  })

  test('is worth nothing in another browser: each call proves the key of the one that logged in', async () => {
    const operator = await makeOperator(server, 'Ada', '--all-apps')
    const headers = { cookie: operator.cookie }
    const call = async (device: NonNullable<ConsoleCall['device']> | null, own = {}) =>
      outcome(await callConsole(server, '/me', { headers: { ...headers, ...own }, device }))
    const refused = [401, 'missing_or_invalid_token']
    expect(await call(await createDevice())).toEqual(refused)
    expect(await call(null)).toEqual(refused)
    expect((await operator.call('/me')).status).toBe(200)
  })

  test('takes a proof once, for its own call, of these minutes and of this origin', async () => {
    const device = await createDevice()
    const { cookie } = await makeOperator(server, 'Ada', '--all-apps')
    await server.database.db.update(operatorSessions).set({ thumbprint: device.thumbprint })
    const me = `${CONSOLE}/api/v1/console/me`
    const now = server.clock.now
    const call = async (dpop: string) =>
      outcome(await callConsole(server, '/me', { headers: { cookie, dpop }, device: null }))
    const refused = [401, 'missing_or_invalid_token']
    const proof = await device.prove('GET', me, { now })
    expect(await call(proof)).toEqual([200, undefined])
    expect(await call(proof)).toEqual(refused)
    expect(await call(await device.prove('POST', me, { now }))).toEqual(refused)
    expect(await call(await device.prove('GET', `${CONSOLE}/api/v1/console/health`, { now }))).toEqual(
      refused,
    )
    expect(await call(await device.prove('GET', `${ORIGIN}/api/v1/console/me`, { now }))).toEqual(refused)
    expect(await call(await device.prove('GET', me, { now: now - 6 * MINUTE }))).toEqual(refused)
    const inAdvance = { now, overrides: { nonce: undefined } }
    expect(await call(await device.prove('GET', me, inAdvance))).toEqual([401, 'use_dpop_nonce'])
  })

  test('opens only in a browser that shows a key', async () => {
    const passkey = createPasskey()
    await enrol(server, await add(), passkey)
    const init = await callConsole<{ options: { challenge: string } }>(server, '/login/init', { body: {} })
    const body = { authenticator_response: answerOf(passkey, 'assert', init) }
    expect(outcome(await callConsole(server, '/login', { body, device: null }))).toEqual([
      400,
      'invalid_data',
    ])
    // The challenge was not taken by it.
    expect((await callConsole(server, '/login', { body })).status).toBe(200)
  })

  test('is not opened by what stands in the database', async () => {
    await makeOperator(server, 'Ada', '--all-apps')
    const [row] = await server.database.db.select().from(operatorSessions)
    for (const token of [row?.hash ?? '', '', 'x'.repeat(43)])
      expect(
        (await callConsole(server, '/me', { headers: { cookie: `vitrine-console=${token}` } })).status,
      ).toBe(401)
  })
})
