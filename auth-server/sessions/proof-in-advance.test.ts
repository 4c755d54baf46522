import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUTHENTICATE, askForCode, call, callAs, type LoggedIn, logIn, tryCode } from '../testing/client.ts'
import { createDevice, type Device } from '../testing/device.ts'
import { TEST_NONCES } from '../testing/dpop-nonces.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

const SESSIONS = '/api/v1/sessions'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

let people = 0
const newLogin = () => logIn(server, `person${++people}@mail.example`)
const refresh = async (device: Device, refreshToken: string) =>
  call(server, SESSIONS, {
    body: { refresh_token: refreshToken },
    headers: { dpop: await device.prove('POST', `${ORIGIN}${SESSIONS}`, { now: server.clock.now }) },
  })
const me = (login: LoggedIn) => callAs(server, login, '/api/v1/users/me', { method: 'GET' })

const STALE = { overrides: { nonce: TEST_NONCES.current(Date.now() - 60 * 60_000) } }

test('a proof that was made in advance opens no session, and the answer has the nonce to prove it with', async () => {
  const email = `person${++people}@mail.example`
  const device = await createDevice()
  const code = await askForCode(server, device, email)
  const dpop = await device.prove('POST', `${ORIGIN}${AUTHENTICATE}`, { now: server.clock.now, ...STALE })
  const answer = await tryCode(server, device, { email, code }, { wrong: { headers: { dpop } } })
  expect(answer).toMatchObject({ status: 400, body: { code: 'use_dpop_nonce' } })
  const nonce = answer.headers.get('dpop-nonce')
  const fresh = await device.prove('POST', `${ORIGIN}${AUTHENTICATE}`, {
    now: server.clock.now,
    overrides: { nonce },
  })
  // Nothing was used up by the refusal.
  const again = await tryCode(server, device, { email, code }, { wrong: { headers: { dpop: fresh } } })
  expect(again.status).toBe(200)
})

test('a proof that was made in advance refreshes no session, and ends none', async () => {
  const login = await newLogin()
  const dpop = await login.device.prove('POST', `${ORIGIN}${SESSIONS}`, { now: server.clock.now, ...STALE })
  const answer = await call(server, SESSIONS, {
    body: { refresh_token: login.refreshToken },
    headers: { dpop },
  })
  expect(answer).toMatchObject({ status: 400, body: { code: 'use_dpop_nonce' } })
  expect((await refresh(login.device, login.refreshToken)).status).toBe(200)
})

test('a proof that was made in advance opens nothing beside an access token either: 401, with the challenge of RFC 9449 §9', async () => {
  const login = await newLogin()
  const url = `${ORIGIN}/api/v1/users/me`
  const dpop = await login.device.prove('GET', url, {
    accessToken: login.token,
    now: server.clock.now,
    ...STALE,
  })
  const headers = { authorization: `Bearer ${login.token}`, dpop }
  const answer = await call(server, '/api/v1/users/me', { method: 'GET', headers })
  expect(answer).toMatchObject({ status: 401, body: { code: 'use_dpop_nonce' } })
  expect(answer.headers.get('www-authenticate')).toMatch(/^DPoP error="use_dpop_nonce"/)
  expect((await me(login)).status).toBe(200)
})

test('nobody needs to be refused first: every answer of the API has the nonce of now, the refused too, and no document has it in a header', async () => {
  const now = TEST_NONCES.current(server.clock.now)
  const init = await call(server, '/api/v1/passwordless/init', { body: { email: 'no address' } })
  const config = await call(server, `/api/v1/apps/${server.appId}`, { method: 'GET' })
  expect([init, config].map(({ headers }) => headers.get('dpop-nonce'))).toEqual([now, now])
  expect((await call(server, '/health', { method: 'GET' })).headers.get('dpop-nonce')).toBeNull()
})
