import { solvedChallenge } from '@vitrine/shared/captcha/proof-of-work.ts'
import { eq, like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { captchaKeys, usedNonces } from '../database/schema.ts'
import { type CallOptions, call, initCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { challengeKey } from './challenge-key.ts'
import { askForChallenge, solve } from './testing/solve.ts'

let server: TestServer
let headers: { 'vitrine-app-id': string }
beforeAll(async () => {
  server = await startTestServer()
  headers = await appWithCaptcha()
})
afterAll(() => server.stop())

async function appWithCaptcha() {
  const app = await server.registerApp({ captcha_enabled: true })
  return { 'vitrine-app-id': app.id }
}

let people = 0
/** One try to have a code sent. */
async function init(token: string | undefined, options: CallOptions = {}) {
  const email = `person${++people}@mail.example`
  const by = await createDevice()
  const { status, body } = await initCode(server, by, { email, token }, { headers, ...options })
  const isMailed = server.mails.some(mail => mail.to === email)
  return { status, code: body.code, isMailed }
}
const sent = { status: 200, code: undefined, isMailed: true }
const refused = { status: 422, code: 'invalid_captcha', isMailed: false }

async function freshToken() {
  return solve(await askForChallenge(server, { headers }))
}
async function tampered(change: (parsed: ReturnType<typeof solvedChallenge.parse>) => unknown) {
  return JSON.stringify(change(solvedChallenge.parse(JSON.parse(await freshToken()))))
}

describe('an app whose captcha is on', () => {
  test('sends a code for a solved challenge', async () => {
    expect(await init(await freshToken())).toEqual(sent)
  })

  test('sends none without a token', async () => {
    expect(await init(undefined)).toEqual(refused)
  })

  test.each([
    ['an empty one', ''],
    ['no JSON', 'token'],
    ['another shape', '{"challenge":{},"solution":{}}'],
    ['null', 'null'],
    ['one that is nested too deep', `${'['.repeat(4000)}${']'.repeat(4000)}`],
  ])('refuses %s', async (_name, token) => {
    expect(await init(token)).toEqual(refused)
  })

  test('refuses an oversized token before it looks at it', async () => {
    expect(await init('x'.repeat(8193))).toEqual({ status: 400, code: 'invalid_data', isMailed: false })
  })

  test('takes a solution once', async () => {
    const token = await freshToken()
    expect(await init(token)).toEqual(sent)
    expect(await init(token)).toEqual(refused)
  })

  test('of two calls at once with one solution, on two server processes, one wins', async () => {
    const token = await freshToken()
    const answers = await Promise.all([init(token), init(token, { app: server.second() })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(answers.filter(({ isMailed }) => isMailed).length).toBe(1)
  })

  test('the same solution in another spelling is the same', async () => {
    const token = await freshToken()
    expect(await init(token)).toEqual(sent)
    const { challenge, solution } = JSON.parse(token)
    expect(await init(JSON.stringify({ solution, challenge }, null, 2))).toEqual(refused)
    const parameters = Object.fromEntries(Object.entries(challenge.parameters).reverse())
    expect(await init(JSON.stringify({ challenge: { ...challenge, parameters }, solution }))).toEqual(refused)
  })

  test('a wrong guess costs the challenge', async () => {
    const token = await freshToken()
    const { challenge, solution } = JSON.parse(token)
    const wrong = {
      ...solution,
      derivedKey: solution.derivedKey.replace(/.$/, (c: string) => (c === '0' ? '1' : '0')),
    }
    expect(await init(JSON.stringify({ challenge, solution: wrong }))).toEqual(refused)
    expect(await init(token)).toEqual(refused)
  })

  test('a challenge expires after five minutes', async () => {
    const token = await freshToken()
    const started = server.clock.now
    try {
      server.clock.now = started + 5 * 60_000
      expect(await init(token)).toEqual(refused)
    } finally {
      server.clock.now = started
    }
    expect(await init(token)).toEqual(sent)
  })

  test('work for one app is worth nothing for another', async () => {
    const other = await appWithCaptcha()
    expect(await init(await freshToken(), { headers: other })).toEqual(refused)
  })

  test.each<[string, Parameters<typeof tampered>[0]]>([
    [
      'a longer life',
      ({ challenge: { parameters, signature }, solution }) => ({
        challenge: { parameters: { ...parameters, expiresAt: parameters.expiresAt + 3600 }, signature },
        solution,
      }),
    ],
    [
      'less work',
      ({ challenge: { parameters, signature }, solution }) => ({
        challenge: { parameters: { ...parameters, cost: 1 }, signature },
        solution,
      }),
    ],
    [
      'another challenge’s signature',
      ({ challenge, solution }) => ({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
    ],
    [
      'a key that was not worked for',
      ({ challenge, solution }) => ({
        challenge,
        solution: { ...solution, derivedKey: challenge.parameters.keyPrefix.repeat(2) },
      }),
    ],
    [
      'a counter that is none',
      ({ challenge, solution }) => ({ challenge, solution: { ...solution, counter: 0.5 } }),
    ],
    ['more than a token has', ({ challenge, solution }) => ({ challenge, solution, extra: true })],
    [
      'more than a challenge has',
      ({ challenge: { parameters, signature }, solution }) => ({
        challenge: { parameters: { ...parameters, memoryCost: 1 }, signature },
        solution,
      }),
    ],
  ])('refuses %s', async (_name, change) => {
    expect(await init(await tampered(change))).toEqual(refused)
  })

  test('forged tokens leave rows that are swept as soon as genuine ones', async () => {
    const far = Math.floor(server.clock.now / 1000) + 10 * 365 * 86_400
    const signature = 'ab'.repeat(32)
    const forged = await tampered(({ challenge: { parameters }, solution }) => ({
      challenge: { parameters: { ...parameters, expiresAt: far }, signature },
      solution,
    }))
    expect(await init(forged)).toEqual(refused)
    const rows = await server.ctx.db
      .select()
      .from(usedNonces)
      .where(like(usedNonces.key, `captcha:${signature}`))
    expect(rows.map(({ expiresAt }) => expiresAt.getTime())).toEqual([server.clock.now + 5 * 60_000])
  })
})

test.each([
  ['/passwordless/init', { email: 'ada@mail.example' }],
  ['/passwordless_sms/init', { phoneNumber: '+12025550123' }],
  ['/passkeys/register/init', {}],
  ['/passkeys/authenticate/init', {}],
])('every call that begins a login demands it: %s', async (path, body) => {
  const app = await server.registerApp({
    captcha_enabled: true,
    sms_auth: true,
    passkey_auth: true,
    passkeys_for_signup_enabled: true,
  })
  const headers = { 'vitrine-app-id': app.id }
  const answer = await initCode(server, await createDevice(), body, { headers }, `/api/v1${path}`)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_captcha' } })
})

describe('an app whose captcha is off', () => {
  const off = () => ({ headers: { 'vitrine-app-id': server.appId } })

  test('does not look at a token', async () => {
    expect(await init('not a token', off())).toEqual(sent)
  })

  test('gives no challenges', async () => {
    const answer = await call(server, '/api/v1/captcha/challenge', { body: {}, ...off() })
    expect(answer).toMatchObject({ status: 422, body: { code: 'not_supported' } })
  })
})

describe('the key of challenges', () => {
  test('is one for all processes, also of two that make it at once', async () => {
    await server.ctx.db.delete(captchaKeys).where(eq(captchaKeys.name, 'challenge'))
    const keys = await Promise.all([1, 2, 3, 4].map(() => challengeKey(server.ctx.db)))
    expect(new Set([...keys, await challengeKey(server.ctx.db)]).size).toBe(1)
    expect(keys[0]?.length).toBe(43)
  })

  test('replaced by the operator, ends the challenges that are out', async () => {
    const token = await freshToken()
    await server.ctx.db.delete(captchaKeys).where(eq(captchaKeys.name, 'challenge'))
    expect(await init(token)).toEqual(refused)
  })
})

test('challenges are limited by network', async () => {
  const limited = server.second({ settings: { ...server.ctx.settings, networkLimit: 2 } })
  const ask = () =>
    call(server, '/api/v1/captcha/challenge', { body: {}, headers, from: '203.0.113.77', app: limited })
  const statuses = [(await ask()).status, (await ask()).status, (await ask()).status]
  expect(statuses).toEqual([200, 200, 429])
})
