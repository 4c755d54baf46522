import { and, eq, like } from 'drizzle-orm'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  askForStepUpCode,
  configure,
  isAlive,
  later,
  tryToChange,
  verify,
} from '../account-changes/testing/steps.ts'
import { runCommand } from '../commands/run.ts'
import { accountChanges } from '../database/change-tables.ts'
import { hostKeys } from '../database/host-key-tables.ts'
import { devices, sessions, usedNonces, users } from '../database/schema.ts'
import { sweepExpired } from '../database/sweep.ts'
import { NO_SEAL } from '../database/unsealed-device.ts'
import { errorResponse } from '../http/error-response.ts'
import { mount, type Route, route } from '../http/route.ts'
import { routesOf } from '../server.ts'
import { call, callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'
import { create, type Person, refusal, sign } from '../wallet/testing/wallet-calls.ts'
import {
  createHostKey,
  type HostKey,
  logInWithKey,
  NOT_SIGNED,
  NOTHING,
  RESTRICTED,
  RESUME,
  resume,
  tryToResume,
} from './testing/host-key.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const address = () => `person${++people}@resume.example`
const DAY_MS = 24 * 60 * 60_000
const withKey = (key?: HostKey, email = address()) => logInWithKey(server, email, key)
const resumeNow = async (key: HostKey, wrong = {}) => tryToResume(server, key, await createDevice(), wrong)
const logout = (who: LoggedIn, body: object = {}) => callAs(server, who, '/api/v1/sessions/logout', { body })
const deviceOf = async ({ device }: LoggedIn) =>
  (await server.ctx.db.select().from(devices).where(eq(devices.thumbprint, device.thumbprint)))[0]

describe('a reload', () => {
  test('brings the user back in a session of its own, on a device that is restricted for good', async () => {
    const { first, key } = await withKey()
    const back = await resume(server, key)
    expect(back.user.id).toBe(first.user.id)
    expect(await isAlive(server, back)).toBe(true)
    expect(await isAlive(server, first)).toBe(true)
    expect(await deviceOf(back)).toMatchObject({ heldFor: 'resumed', seal: NO_SEAL })
    expect(await later(server, 2 * DAY_MS, () => refresh(back))).toMatchObject({ status: 200 })
    const held = await callAs(server, back, '/api/v1/step_up/ways', { body: { purpose: 'release' } })
    expect(held.body).toMatchObject({ is_required: true, ways: ['email'] })
  })

  test('works again and again, and in several pages at once', async () => {
    const { key } = await withKey()
    const pages = await Promise.all([resume(server, key), resume(server, key), resume(server, key)])
    expect(await Promise.all(pages.map(page => isAlive(server, page)))).toEqual([true, true, true])
  })

  test('leaves twenty sessions at most', async () => {
    const { first, key } = await withKey()
    const oldest = await resume(server, key)
    for (let i = 0; i < 20; i++) {
      server.clock.now += 1
      await resume(server, key)
    }
    expect(await isAlive(server, oldest)).toBe(false)
    expect(await deviceOf(oldest)).toBeUndefined()
    const { id } = await sessionOf(first)
    expect(await server.ctx.db.$count(sessions, eq(sessions.resumedFrom, id))).toBe(20)
    expect(await isAlive(server, first)).toBe(true)
  })
})

describe('is refused', () => {
  test('for an origin that is not the key’s, and for one that the app does not allow any more', async () => {
    const { key } = await withKey()
    const OTHER = 'https://other.example'
    const from = (origin: string) => resumeNow(key, { words: { origin }, body: { origin } })
    expect(await from(OTHER)).toMatchObject({ status: 403, body: { code: 'invalid_origin' } })
    await configure(server, { allowed_domains: [OTHER] })
    expect(await from(OTHER)).toMatchObject(NOTHING)
    expect(await from('https://shop.example')).toMatchObject({
      status: 403,
      body: { code: 'invalid_origin' },
    })
    await configure(server, { allowed_domains: ['https://shop.example'] })
    expect((await resumeNow(key)).status).toBe(200)
  })

  test('to pages of other origins than the wallet’s', async () => {
    const { key } = await withKey()
    const device = await createDevice()
    const dpop = await device.prove('POST', `${ORIGIN}${RESUME}`, { now: server.clock.now })
    const answer = await tryToResume(server, key, device, {
      call: { headers: { dpop, origin: 'https://shop.example' } },
    })
    expect(answer).toMatchObject({ status: 403, body: { code: 'invalid_origin' } })
  })

  test('in another app', async () => {
    const { key } = await withKey()
    const { id: appId } = await server.registerApp({})
    const headers = async () => {
      const device = await createDevice()
      const dpop = await device.prove('POST', `${ORIGIN}${RESUME}`, { now: server.clock.now })
      return { device, headers: { dpop, 'vitrine-app-id': appId } }
    }
    const { device, ...options } = await headers()
    expect(await tryToResume(server, key, device, { words: { appId }, call: options })).toMatchObject(NOTHING)
    // The key's signature for its own app is worth nothing there.
    const again = await headers()
    expect(await tryToResume(server, key, again.device, { call: { headers: again.headers } })).toMatchObject(
      NOT_SIGNED,
    )
  })

  test('with a signature that is used a second time, also for another proof of the same device', async () => {
    const { key } = await withKey()
    const device = await createDevice()
    expect((await tryToResume(server, key, device)).status).toBe(200)
    expect(await tryToResume(server, key, device)).toMatchObject(NOT_SIGNED)
    // Nor where its device is gone.
    await server.ctx.db.delete(devices).where(eq(devices.thumbprint, device.thumbprint))
    expect(await tryToResume(server, key, device)).toMatchObject(NOT_SIGNED)
  })

  test('with a proof that is used a second time', async () => {
    const { key } = await withKey()
    const device = await createDevice()
    const dpop = await device.prove('POST', `${ORIGIN}${RESUME}`, { now: server.clock.now })
    const send = () => tryToResume(server, key, device, { call: { headers: { dpop } } })
    const answers = await Promise.all([send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('for a device that the user has already', async () => {
    const { first, key } = await withKey()
    expect(await tryToResume(server, key, first.device)).toMatchObject(NOTHING)
    expect(await deviceOf(first)).toMatchObject({ heldFor: null })
  })

  test.each([
    ['another device', { thumbprint: 't'.repeat(43) }],
    ['another nonce', { nonce: 'n'.repeat(22) }],
    ['another origin', { origin: 'https://shop.example.evil.example' }],
    ['another app', { appId: 'app_other' }],
    ['the registration of the key', { purpose: 'register' }],
  ] as const)('when the page signed for %s, and the nonce is spent all the same', async (_name, words) => {
    const { key } = await withKey()
    const device = await createDevice()
    expect(await tryToResume(server, key, device, { words })).toMatchObject(NOT_SIGNED)
    const spent = await server.ctx.db.$count(
      usedNonces,
      like(usedNonces.key, `host-key:resume:%:${device.thumbprint}:%`),
    )
    expect(spent).toBe(1)
    expect(await tryToResume(server, key, device)).toMatchObject(NOT_SIGNED)
  })

  test('with a nonce that is not the server’s', async () => {
    const { key } = await withKey()
    const nonce = 'n'.repeat(22)
    const answer = await resumeNow(key, { words: { nonce }, claims: { nonce } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'use_dpop_nonce' } })
  })

  test('with another key’s signature, and by a key that nobody registered', async () => {
    const { key } = await withKey()
    const stranger = createHostKey()
    expect(await resumeNow({ ...key, sign: stranger.sign })).toMatchObject(NOT_SIGNED)
    expect(await resumeNow(stranger)).toMatchObject(NOTHING)
  })

  test('after 30 days', async () => {
    const { key } = await withKey()
    expect((await later(server, 30 * DAY_MS - 60_000, () => resumeNow(key))).status).toBe(200)
    expect(await later(server, 30 * DAY_MS + 1, () => resumeNow(key))).toMatchObject(NOTHING)
  })

  test('to a user who came onto the denylist, and the login ends', async () => {
    const email = address()
    const { first, key } = await withKey(createHostKey(), email)
    const deny = (word: string) =>
      runCommand(server.database.db, ['deny', word, '--email', email, '--app', server.appId])
    await deny('add')
    expect(await resumeNow(key)).toMatchObject(NOTHING)
    expect(await isAlive(server, first)).toBe(false)
    await deny('remove')
  })
})

describe('nothing is left to resume after', () => {
  const family = async () => {
    const { first, key } = await withKey()
    return { first, key, back: await resume(server, key), other: await resume(server, key) }
  }
  const expectEnded = async ({ first, back, other, key }: Awaited<ReturnType<typeof family>>) => {
    for (const who of [first, back, other]) expect(await isAlive(server, who)).toBe(false)
    expect((await refresh(other)).status).toBe(401)
    expect(await server.ctx.db.$count(hostKeys, eq(hostKeys.publicKey, key.publicKey))).toBe(0)
    expect(await resumeNow(key)).toMatchObject(NOTHING)
  }

  test.each(['first', 'back'] as const)('a logout of the %s session', async name => {
    const all = await family()
    expect((await logout(all[name])).status).toBe(200)
    await expectEnded(all)
  })

  test('a logout by the refresh token', async () => {
    const all = await family()
    const body = { refresh_token: all.back.refreshToken }
    expect((await call(server, '/api/v1/sessions/logout', { body })).status).toBe(200)
    await expectEnded(all)
  })

  test('the end of one of the sessions from another device', async () => {
    const email = address()
    const { first, key } = await withKey(createHostKey(), email)
    const [back, other] = [await resume(server, key), await resume(server, key)]
    const elsewhere = await logIn(server, email)
    const { id } = await sessionOf(back)
    const body = { session_id: id }
    expect((await callAs(server, elsewhere, '/api/v1/sessions/end', { body })).status).toBe(200)
    await expectEnded({ first, key, back, other })
    expect(await isAlive(server, elsewhere)).toBe(true)
  })

  test('a logout of all devices, which a resumed session may not ask for', async () => {
    const all = await family()
    expect(await logout(all.back, { all_devices: true })).toMatchObject(RESTRICTED)
    const dpop = await all.back.device.prove('POST', `${ORIGIN}/api/v1/sessions/logout`, {
      now: server.clock.now,
    })
    const body = { refresh_token: all.back.refreshToken, all_devices: true }
    expect(await call(server, '/api/v1/sessions/logout', { body, headers: { dpop } })).toMatchObject(
      RESTRICTED,
    )
    expect(await isAlive(server, all.first)).toBe(true)
    expect((await logout(all.first, { all_devices: true })).status).toBe(200)
    await expectEnded(all)
  })

  test('a refresh token that comes back', async () => {
    const all = await family()
    expect((await refresh(all.back)).status).toBe(200)
    expect((await refresh(all.back)).body.code).toBe('token_already_used')
    await expectEnded(all)
  })

  test('the end of the login alone, as where both ended at the same moment', async () => {
    const { first, key } = await withKey()
    const back = await resume(server, key)
    const { id } = await sessionOf(first)
    await server.ctx.db.update(sessions).set({ revokedAt: new Date() }).where(eq(sessions.id, id))
    expect(await isAlive(server, back)).toBe(false)
    expect((await refresh(back)).status).toBe(401)
    expect(await resumeNow(key)).toMatchObject(NOTHING)
  })
})

/** All that a resumed session may call. */
const ALLOWED = [
  'GET /api/v1/users/me',
  'POST /api/v1/sessions/login_code/create',
  'POST /api/v1/sessions/logout',
  'POST /api/v1/step_up/challenge',
  'POST /api/v1/step_up/code',
  'POST /api/v1/step_up/verify',
  'POST /api/v1/step_up/ways',
]

describe('a resumed session', () => {
  const ofSessions = () =>
    routesOf(server.ctx).flatMap(([base, routes]) =>
      routes
        .filter(({ guards }) => guards.session !== undefined && guards.origin !== 'console')
        .map(({ verb, path, guards }) => ({
          name: `${verb} ${path === '/' ? base : `${base}${path}`}`,
          guards,
        })),
    )

  test('may call what is listed here, and no other route', () => {
    const allowed = ofSessions().filter(({ guards }) => guards.resumed !== undefined)
    expect(allowed.map(({ name }) => name).sort()).toEqual(ALLOWED)
  })

  test('is refused by every other route that takes a session, whatever else that asks for', async () => {
    const { key } = await withKey()
    const back = await resume(server, key)
    const others = ofSessions().filter(({ name }) => !ALLOWED.includes(name))
    expect(others.length).toBeGreaterThan(70)
    const app = new Hono()
    app.onError(errorResponse)
    const worked: string[] = []
    // The guards before the session in their order are left out, so that each call gets as far.
    const routes = others.map(({ name, guards }, index): Route => {
      const [verb = ''] = name.split(' ')
      const {
        method: _method,
        body: _body,
        captcha: _captcha,
        terms: _terms,
        stepUp: _stepUp,
        ...asked
      } = guards
      const made = {
        ...asked,
        rule: undefined,
        app: 'header',
        limit: 'none',
        session: true,
        proof: 'spent',
      } as const
      return route(
        `${verb} /${index}` as 'POST /',
        made as { origin: 'own'; limit: 'none'; session: true },
        ({ c }) => {
          worked.push(name)
          return c.json({})
        },
      )
    })
    mount(app, server.ctx, '/api/v1/as', routes)
    for (const [index, { name }] of others.entries()) {
      const method = name.split(' ')[0] ?? ''
      const body = method === 'GET' ? {} : { body: {} }
      const answer = await callAs(server, back, `/api/v1/as/${index}`, { method, app, ...body })
      expect([name, answer.status, answer.body.code]).toEqual([name, 403, 'policy_violation'])
    }
    expect(worked).toEqual([])
  })

  test('reads its user, gets a login code, refreshes and logs out', async () => {
    const { first, key } = await withKey()
    const back = await resume(server, key)
    const body = { site: 'https://shop.example', audience: 'https://shop.example' }
    const code = await callAs(server, back, '/api/v1/sessions/login_code/create', { body })
    expect(code.status).toBe(200)
    const renewed = await refresh(back)
    expect(renewed.status).toBe(200)
    const me = await callAs(server, { ...back, token: renewed.body.token ?? '' }, '/api/v1/users/me', {
      method: 'GET',
    })
    expect(me.body).toMatchObject({ user: { id: first.user.id } })
    expect((await logout(back)).status).toBe(200)
  })

  test('proves a login for its release alone', async () => {
    const { key } = await withKey()
    const back = await resume(server, key)
    for (const path of ['ways', 'code', 'challenge'])
      expect(
        await callAs(server, back, `/api/v1/step_up/${path}`, { body: { purpose: 'link', way: 'email' } }),
      ).toMatchObject(RESTRICTED)
    const code = await askForStepUpCode(server, back, 'email', 'release')
    expect(await verify(server, back, { purpose: 'link', target: 'x', way: 'email', code })).toMatchObject(
      RESTRICTED,
    )
  })

  test('neither signs nor changes anything, and does both once its user has proven a login', async () => {
    const { first, key } = await withKey()
    await server.ctx.db.update(users).set({ acceptedTermsAt: new Date() })
    const made = await create(server, personOf(first))
    const wallet = await made.json()
    const back = await resume(server, key)
    const signing = () => sign(server, personOf(back), wallet.id, 'hello')
    expect(await refusal(await signing())).toEqual([403, 'policy_violation'])
    expect(await tryToChange(server, back)).toMatchObject(RESTRICTED)

    const code = await askForStepUpCode(server, back, 'email', 'release')
    const released = await verify(server, back, { purpose: 'release', way: 'email', code })
    expect(released).toMatchObject({ status: 200, body: { step_up: null } })
    expect(await deviceOf(back)).toMatchObject({ heldFor: null, heldUntil: null })
    expect((await signing()).status).toBe(200)
    expect((await callAs(server, back, '/api/v1/sessions/list', { method: 'GET' })).status).toBe(200)
    // Its user is told of a device that is new, as at a login.
    const told = and(
      eq(accountChanges.userId, first.user.id),
      eq(accountChanges.thumbprint, back.device.thumbprint),
      eq(accountChanges.kind, 'device'),
    )
    expect(await server.ctx.db.$count(accountChanges, told)).toBe(1)
    // The next one is restricted as this one was.
    expect(await tryToChange(server, await resume(server, key))).toMatchObject(RESTRICTED)
  })

  test('is held by a release as a new device is, where the operator asks for that', async () => {
    const { key } = await withKey()
    await configure(server, { hold_new_devices: true })
    const back = await resume(server, key)
    const code = await askForStepUpCode(server, back, 'email', 'release')
    const released = await verify(server, back, { purpose: 'release', way: 'email', code })
    await configure(server, { hold_new_devices: false })
    expect(released.status).toBe(200)
    expect(await deviceOf(back)).toMatchObject({ heldFor: 'new-device' })
    // By the login that released it, it is not freed a second time.
    const ways = await callAs(server, back, '/api/v1/step_up/ways', { body: { purpose: 'release' } })
    expect(ways.body).toMatchObject({ is_required: true, ways: [] })
    expect(await tryToChange(server, back)).toMatchObject(RESTRICTED)
  })

  test('is held by a release as long as an alarm of the user lasts', async () => {
    const { first, key } = await withKey()
    const heldUntil = new Date(server.clock.now + DAY_MS)
    await server.ctx.db.update(users).set({ heldUntil }).where(eq(users.id, first.user.id))
    const back = await resume(server, key)
    const code = await askForStepUpCode(server, back, 'email', 'release')
    await verify(server, back, { purpose: 'release', way: 'email', code })
    expect(await deviceOf(back)).toMatchObject({ heldFor: 'alarm', heldUntil })
  })

  test('is not among what an older device lets in', async () => {
    const email = address()
    const { key } = await withKey(createHostKey(), email)
    await resume(server, key)
    const elsewhere = await logIn(server, email)
    const held = await callAs(server, elsewhere, '/api/v1/account/held', { body: {} })
    expect(held).toMatchObject({ status: 200, body: { held: [] } })
  })

  test('is listed once for each place', async () => {
    const email = address()
    const { key } = await withKey(createHostKey(), email)
    await resume(server, key)
    await resume(server, key)
    const elsewhere = await logIn(server, email)
    const listed = await callAs(server, elsewhere, '/api/v1/sessions/list', { method: 'GET' })
    expect(listed.body.sessions).toHaveLength(2)
  })

  test('leaves no device key behind once it has ended', async () => {
    const { key } = await withKey()
    const back = await resume(server, key)
    await sweepExpired(server.ctx.db)
    expect(await deviceOf(back)).toBeDefined()
    await logout(back)
    await sweepExpired(server.ctx.db)
    expect(await deviceOf(back)).toBeUndefined()
  })
})

/** The same for the calls of a wallet. */
const personOf = ({ device, token, user }: LoggedIn): Person => ({
  email: '',
  userId: user.id,
  accessToken: token,
  device: {
    ...(device as unknown as Person['device']),
    prove: ({ method, url, ...options }) => device.prove(method, url, options),
  },
})

async function sessionOf({ device, user }: LoggedIn) {
  const [row] = await server.ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, user.id), eq(sessions.thumbprint, device.thumbprint)))
  return row ?? expect.fail('no session')
}

async function refresh({ device, refreshToken }: LoggedIn) {
  const dpop = await device.prove('POST', `${ORIGIN}/api/v1/sessions`, { now: server.clock.now })
  return call<Record<string, string>>(server, '/api/v1/sessions', {
    body: { refresh_token: refreshToken },
    headers: { dpop },
  })
}
