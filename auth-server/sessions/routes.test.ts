import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../apps/registry.ts'
import { runCommand } from '../commands/run.ts'
import { backendLoginCodes, refreshTokens, sessions } from '../database/schema.ts'
import { call, callAs, type LoggedIn, logIn } from '../testing/client.ts'
import { createDevice, type Device } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const newLogin = () => logIn(server, `person${++people}@mail.example`)

const SESSIONS = '/api/v1/sessions'
const CREATE = '/api/v1/sessions/login_code/create'
const REDEEM = '/api/v1/sessions/login_code'

async function refresh(device: Device, refreshToken: string) {
  const dpop = await device.prove('POST', `${ORIGIN}${SESSIONS}`, { now: server.clock.now })
  return call<Record<string, string>>(server, SESSIONS, {
    body: { refresh_token: refreshToken },
    headers: { dpop },
  })
}

const me = ({ device, token }: Pick<LoggedIn, 'device' | 'token'>) =>
  callAs(server, { device, token }, '/api/v1/users/me', { method: 'GET' })

const logout = (body: Record<string, unknown>, headers = {}) =>
  call(server, '/api/v1/sessions/logout', { body, headers })

const proofOf = async ({ device }: Pick<LoggedIn, 'device'>) => ({
  dpop: await device.prove('POST', `${ORIGIN}/api/v1/sessions/logout`, { now: server.clock.now }),
})

const SITE = 'https://shop.example'
const ask = (audience = SITE, site = SITE) => ({ site, audience })

async function createCode({ device, token }: LoggedIn, asked = ask(), prover = device) {
  const dpop = await prover.prove('POST', `${ORIGIN}${CREATE}`, { accessToken: token, now: server.clock.now })
  return call<Record<string, string>>(server, CREATE, {
    body: asked,
    headers: { dpop, authorization: `Bearer ${token}` },
  })
}

function redeem(code: string | undefined, options: { audience?: string; id?: string; secret?: string } = {}) {
  const { audience = 'https://shop.example', id = server.appId, secret = server.appSecret } = options
  return server.app.request(`${ORIGIN}${REDEEM}`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: JSON.stringify({ code, audience }),
  })
}

describe('refreshing', () => {
  test('gives a successor and new tokens', async () => {
    const login = await newLogin()
    const first = await refresh(login.device, login.refreshToken)
    expect(first).toMatchObject({ status: 200, body: { session_update_action: 'set' } })
    const second = await refresh(login.device, first.body.refresh_token ?? '')
    expect(second.status).toBe(200)
    expect((await me({ ...login, token: second.body.token ?? '' })).status).toBe(200)
  })

  test('a refresh token that comes back ends the session', async () => {
    const login = await newLogin()
    const next = await refresh(login.device, login.refreshToken)
    const reuse = await refresh(login.device, login.refreshToken)
    expect(reuse).toMatchObject({ status: 401, body: { code: 'token_already_used' } })
    expect((await refresh(login.device, next.body.refresh_token ?? '')).status).toBe(401)
    expect((await me(login)).status).toBe(401)
  })

  test('of two refreshes at once, one succeeds', async () => {
    const login = await newLogin()
    const answers = await Promise.all([1, 2].map(() => refresh(login.device, login.refreshToken)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('a thief without the device key cannot use the token, nor burn it', async () => {
    const login = await newLogin()
    expect(await refresh(await createDevice(), login.refreshToken)).toMatchObject({
      status: 401,
      body: { code: 'missing_or_invalid_token' },
    })
    expect((await refresh(login.device, login.refreshToken)).status).toBe(200)
  })

  test('a used token in the hands of a thief, without the device’s proof, ends no session', async () => {
    const login = await newLogin()
    const { body } = await refresh(login.device, login.refreshToken)
    const without = await call(server, SESSIONS, { body: { refresh_token: login.refreshToken } })
    const withAnother = await refresh(await createDevice(), login.refreshToken)
    expect([without.body.code, withAnother.body.code]).toEqual(
      Array.from({ length: 2 }, () => 'missing_or_invalid_token'),
    )
    expect((await refresh(login.device, String(body.refresh_token))).status).toBe(200)
  })

  test('a proof that was sent before is refused and the token stays good', async () => {
    const [login, other] = [await newLogin(), await newLogin()]
    const dpop = await login.device.prove('POST', `${ORIGIN}${SESSIONS}`, { now: server.clock.now })
    const send = (token: string) =>
      call<Record<string, string>>(server, SESSIONS, { body: { refresh_token: token }, headers: { dpop } })
    const first = await send(login.refreshToken)
    expect(first.status).toBe(200)
    expect(await send(first.body.refresh_token ?? '')).toMatchObject({
      status: 401,
      body: { code: 'missing_or_invalid_token' },
    })
    expect((await refresh(login.device, first.body.refresh_token ?? '')).status).toBe(200)
    expect((await send(other.refreshToken)).status).toBe(401)
  })

  describe('with one device proof twice at once, at two processes', () => {
    const prove = ({ device }: LoggedIn) =>
      device.prove('POST', `${ORIGIN}${SESSIONS}`, { now: server.clock.now })
    const sendBoth = (tokens: readonly [string, string], dpop: string) =>
      Promise.all(
        tokens.map((refresh_token, i) =>
          call<Record<string, string>>(server, SESSIONS, {
            body: { refresh_token },
            headers: { dpop },
            ...(i === 1 && { app: server.second() }),
          }),
        ),
      )

    test('one of two sessions of the device is refreshed', async () => {
      const login = await newLogin()
      const other = await logIn(server, `person${++people}@mail.example`, login.device)
      const answers = await sendBoth([login.refreshToken, other.refreshToken], await prove(login))
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
    })

    test('what was sent twice ends no session', async () => {
      const login = await newLogin()
      const answers = await sendBoth([login.refreshToken, login.refreshToken], await prove(login))
      const [good, refused] = answers.sort((a, b) => a.status - b.status)
      expect(refused).toMatchObject({ status: 401, body: { code: 'missing_or_invalid_token' } })
      expect((await refresh(login.device, good?.body.refresh_token ?? '')).status).toBe(200)
    })
  })

  test('ends the session of a user who came onto the denylist, and of no other', async () => {
    const denied = `denied${++people}@mail.example`
    const [login, other] = [await logIn(server, denied), await newLogin()]
    const deny = (verb: string) =>
      runCommand(server.database.db, ['deny', verb, '--email', denied, '--app', server.appId])
    await deny('add')
    expect(await refresh(login.device, login.refreshToken)).toMatchObject({
      status: 401,
      body: { code: 'missing_or_invalid_token' },
    })
    expect((await me(login)).status).toBe(401)
    expect((await refresh(other.device, other.refreshToken)).status).toBe(200)
    // Ended, and not only held: to come off the list brings it not back.
    await deny('remove')
    expect((await refresh(login.device, login.refreshToken)).status).toBe(401)
    expect((await logIn(server, denied)).user.id).toBe(login.user.id)
  })

  test('needs a proof, a known token, a living session, and its own app', async () => {
    const login = await newLogin()
    const bare = await call(server, SESSIONS, { body: { refresh_token: login.refreshToken } })
    expect(bare.status).toBe(401)
    expect((await refresh(login.device, 'unknown')).status).toBe(401)
    const app = await server.registerApp({})
    const dpop = await login.device.prove('POST', `${ORIGIN}${SESSIONS}`, { now: server.clock.now })
    const elsewhere = await call(server, SESSIONS, {
      body: { refresh_token: login.refreshToken },
      headers: { dpop, 'vitrine-app-id': app.id },
    })
    expect(elsewhere.status).toBe(401)
    expect((await refresh(login.device, login.refreshToken)).status).toBe(200)
  })

  test('ends after thirty days without a refresh', async () => {
    const login = await newLogin()
    const started = server.clock.now
    try {
      server.clock.now = started + 30 * 24 * 60 * 60_000
      expect((await refresh(login.device, login.refreshToken)).status).toBe(401)
    } finally {
      server.clock.now = started
    }
  })

  test('stores no token that works', async () => {
    const login = await newLogin()
    const rows = JSON.stringify(await server.ctx.db.select().from(refreshTokens))
    expect(rows).not.toContain(login.refreshToken)
  })
})

describe('the access token', () => {
  test('opens /users/me', async () => {
    const login = await newLogin()
    expect(await me(login)).toMatchObject({
      status: 200,
      body: { user: { id: login.user.id }, identity_token: expect.any(String) },
    })
  })

  test('alone, in the hands of a thief, opens nothing', async () => {
    const login = await newLogin()
    const stolen = { authorization: `Bearer ${login.token}` }
    const read = await call(server, '/api/v1/users/me', { method: 'GET', headers: stolen })
    expect(read).toMatchObject({ status: 401, body: { code: 'missing_or_invalid_token' } })
    expect(JSON.stringify(read.body)).not.toContain(login.user.id)
    expect((await me({ ...login, device: await createDevice() })).status).toBe(401)
    expect((await logout({ all_devices: true }, stolen)).status).toBe(401)
    expect((await logout({}, stolen)).status).toBe(401)
    expect((await me(login)).status).toBe(200)
  })

  test('is over after an hour', async () => {
    const login = await newLogin()
    const started = server.clock.now
    try {
      server.clock.now = started + 60 * 60_000
      expect((await me(login)).status).toBe(401)
    } finally {
      server.clock.now = started
    }
  })

  test('is over when its session is', async () => {
    const login = await newLogin()
    const expiresAt = new Date(server.clock.now)
    await server.ctx.db.update(sessions).set({ expiresAt }).where(eq(sessions.userId, login.user.id))
    expect((await me(login)).status).toBe(401)
  })

  test('cannot be replaced by an identity token, another app’s token or a forged one', async () => {
    const login = await newLogin()
    const { body } = await me(login)
    expect((await me({ ...login, token: String(body.identity_token) })).status).toBe(401)
    const app = await server.registerApp({})
    const headers = { 'vitrine-app-id': app.id }
    const elsewhere = await callAs(server, login, '/api/v1/users/me', { method: 'GET', headers })
    expect(elsewhere.status).toBe(401)
    expect((await me({ ...login, token: `${login.token.slice(0, -4)}AAAA` })).status).toBe(401)
  })
})

describe('logging out', () => {
  test('ends the session at once', async () => {
    const login = await newLogin()
    expect((await logout({ refresh_token: login.refreshToken })).status).toBe(200)
    expect((await me(login)).status).toBe(401)
    expect((await refresh(login.device, login.refreshToken)).status).toBe(401)
    const again = await logout({ refresh_token: login.refreshToken })
    expect(again).toMatchObject({ status: 401, body: { code: 'already_logged_out' } })
  })

  test('leaves other devices logged in, or not, as asked', async () => {
    const email = `person${++people}@mail.example`
    const [phone, laptop, tablet] = [
      await logIn(server, email),
      await logIn(server, email),
      await logIn(server, email),
    ]
    await callAs(server, phone, '/api/v1/sessions/logout', { body: {} })
    expect((await me(laptop)).status).toBe(200)
    // An ended session cannot end the others.
    expect((await logout({ refresh_token: phone.refreshToken, all_devices: true })).status).toBe(401)
    expect((await me(tablet)).status).toBe(200)
    await logout({ refresh_token: laptop.refreshToken, all_devices: true }, await proofOf(laptop))
    expect((await me(tablet)).status).toBe(401)
  })

  test('by a used refresh token without the device’s proof ends nothing', async () => {
    const login = await newLogin()
    const { body } = await refresh(login.device, login.refreshToken)
    const used = { refresh_token: login.refreshToken }
    const refused = { status: 401, body: { code: 'missing_or_invalid_token' } }
    const thief = await proofOf({ ...login, device: await createDevice() })
    for (const headers of [{}, thief]) {
      expect(await logout(used, headers)).toMatchObject(refused)
      expect(await logout({ ...used, all_devices: true }, headers)).toMatchObject(refused)
    }
    expect((await me({ ...login, token: body.token ?? '' })).status).toBe(200)
    // With its proof, a device whose answer to a refresh was lost ends its session.
    const proof = await proofOf(login)
    expect((await logout(used, proof)).status).toBe(200)
    expect((await me({ ...login, token: body.token ?? '' })).status).toBe(401)
  })

  test('of all devices takes the device’s proof, once', async () => {
    const email = `person${++people}@mail.example`
    const [phone, laptop] = [await logIn(server, email), await logIn(server, email)]
    const everywhere = { refresh_token: phone.refreshToken, all_devices: true }
    expect((await logout(everywhere)).status).toBe(401)
    const proof = await proofOf(phone)
    // The proof of a call before.
    expect((await logout({ refresh_token: laptop.refreshToken, all_devices: true }, proof)).status).toBe(401)
    expect([(await me(phone)).status, (await me(laptop)).status]).toEqual([200, 200])
    expect((await logout(everywhere, proof)).status).toBe(200)
    expect([(await me(phone)).status, (await me(laptop)).status]).toEqual([401, 401])
    const other = await logIn(server, email)
    expect((await logout({ refresh_token: other.refreshToken, all_devices: true }, proof)).status).toBe(401)
    expect((await me(other)).status).toBe(200)
  })

  test('needs a token', async () => {
    expect((await logout({})).status).toBe(401)
  })
})

describe('the login code for a backend', () => {
  test('is redeemed once, for user and session', async () => {
    const login = await newLogin()
    const { status, body } = await createCode(login)
    expect(status).toBe(200)
    const answer = await redeem(body.code)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      user: { id: login.user.id },
      session: { id: expect.any(String) },
      identity_token: expect.any(String),
    })
    expect((await redeem(body.code)).status).toBe(422)
  })

  test('of two redemptions at once, one succeeds', async () => {
    const { body } = await createCode(await newLogin())
    const answers = await Promise.all([redeem(body.code), redeem(body.code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
  })

  test('is for the page that asks and for whom the operator lists, and for nobody else', async () => {
    const login = await newLogin()
    const other = 'https://other.example'
    const { db } = server.ctx
    const app = await findApp(db, server.appId)
    if (!app) throw new Error('no app')
    await replaceConfig(db, app.id, {
      ...app.config,
      allowed_domains: [SITE, other],
      login_code_audiences: ['backend'],
    })
    const asked = [
      ask(),
      ask('backend'),
      ask(other),
      ask('https://evil.example'),
      ask('https://evil.example', 'https://evil.example'),
    ]
    const answers: unknown[] = []
    for (const each of asked) {
      const { status, body } = await createCode(login, each)
      answers.push([status, body.error?.includes('login_code_audiences')])
    }
    const refused = [400, true]
    expect(answers).toEqual([[200, undefined], [200, undefined], refused, refused, refused])
  })

  test('is consumed by a redemption for the wrong audience', async () => {
    const { body } = await createCode(await newLogin())
    expect((await redeem(body.code, { audience: 'https://evil.example' })).status).toBe(422)
    expect((await redeem(body.code)).status).toBe(422)
  })

  test('is over after a minute', async () => {
    const { body } = await createCode(await newLogin())
    const started = server.clock.now
    try {
      server.clock.now = started + 60_000
      expect((await redeem(body.code)).status).toBe(422)
    } finally {
      server.clock.now = started
    }
  })

  test('needs the secret of the very app', async () => {
    const { body } = await createCode(await newLogin())
    const other = await server.registerApp({})
    expect((await redeem(body.code, { secret: `${server.appSecret}x` })).status).toBe(401)
    expect((await redeem(body.code, { id: 'app_unknown' })).status).toBe(401)
    expect((await redeem(body.code, { id: other.id, secret: other.secret })).status).toBe(422)
  })

  test('dies with its session', async () => {
    const login = await newLogin()
    const { body } = await createCode(login)
    await logout({ refresh_token: login.refreshToken })
    expect((await redeem(body.code)).status).toBe(422)
  })

  test('cannot be made with a stolen access token alone', async () => {
    const login = await newLogin()
    const headers = { authorization: `Bearer ${login.token}` }
    expect((await call(server, CREATE, { body: ask(), headers })).status).toBe(401)
    expect((await createCode(login, ask(), await createDevice())).status).toBe(401)
    // A proof for another access token does not fit this one.
    const dpop = await login.device.prove('POST', `${ORIGIN}${CREATE}`, { accessToken: 'other' })
    const mixed = await call(server, CREATE, { body: ask(), headers: { ...headers, dpop } })
    expect(mixed.status).toBe(401)
  })

  test('cannot be made twice with one proof', async () => {
    const login = await newLogin()
    const dpop = await login.device.prove('POST', `${ORIGIN}${CREATE}`, {
      accessToken: login.token,
      now: server.clock.now,
    })
    const headers = { authorization: `Bearer ${login.token}`, dpop }
    const statuses = []
    for (let i = 0; i < 2; i++) {
      statuses.push((await call(server, CREATE, { body: ask(), headers })).status)
    }
    expect(statuses).toEqual([200, 401])
  })

  test('of two made with one proof at once, at two processes, there is one', async () => {
    const login = await newLogin()
    const dpop = await login.device.prove('POST', `${ORIGIN}${CREATE}`, {
      accessToken: login.token,
      now: server.clock.now,
    })
    const headers = { authorization: `Bearer ${login.token}`, dpop }
    const answers = await Promise.all(
      [server.app, server.second()].map(app => call(server, CREATE, { body: ask(), headers, app })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('is stored as a hash', async () => {
    const { body } = await createCode(await newLogin())
    const rows = JSON.stringify(await server.ctx.db.select().from(backendLoginCodes))
    expect(rows).not.toContain(body.code)
  })
})

test('a session whose row says another device refuses this one', async () => {
  const login = await newLogin()
  const { thumbprint } = await createDevice()
  await server.ctx.db.update(sessions).set({ thumbprint }).where(eq(sessions.userId, login.user.id))
  expect((await createCode(login)).status).toBe(401)
})
