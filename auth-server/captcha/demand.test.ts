import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '../database/schema.ts'
import { askForCode, call, initCode, otherCode, tryCode } from '../testing/client.ts'
import { createDevice, type Device } from '../testing/device.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import { askForChallenge, solve } from './testing/solve.ts'

let server: TestServer
let someone: Device
beforeAll(async () => {
  server = await startTestServer()
  someone = await createDevice()
})
afterAll(() => server.stop())
beforeEach(async () => {
  await server.ctx.db.delete(rateLimits)
})

/** For what is counted; codes are the signer's, whose clock is no test's. */
const hoursPass = (hours: number) =>
  server.ctx.db.update(rateLimits).set({ expiresAt: sql`expires_at - make_interval(hours => ${hours})` })

const within = (budgets: Partial<TestServer['ctx']['settings']['budgets']>) => {
  const { settings } = server.ctx
  return server.second({ settings: { ...settings, budgets: { ...settings.budgets, ...budgets } } })
}
let people = 0
const person = () => `person${++people}@mail.example`
const init = (options: Parameters<typeof call>[2] & { token?: string }) =>
  initCode(server, someone, { email: person(), token: options.token }, options)
const headersOf = async (config = {}) => ({
  'vitrine-app-id': (await server.registerApp({ passkey_auth: true, sms_auth: true, ...config })).id,
})
/** What a frame whose config says that there is no captcha can act upon. */
const demanded = { status: 422, body: { code: 'invalid_captcha', data: { provider: 'altcha' } } }

describe('an app whose captcha is off', () => {
  test('asks for it once more codes were sent than people ask for, and no longer when the hour is over', async () => {
    const headers = await headersOf()
    const app = within({ captchaMailsHour: 3 })
    for (let i = 0; i < 3; i++) expect((await init({ headers, app })).status).toBe(200)
    expect(await init({ headers, app })).toMatchObject(demanded)
    const token = await solve(await askForChallenge(server, { headers, app }))
    expect((await init({ headers, app, token })).status).toBe(200)
    expect(await init({ headers, app, token })).toMatchObject({
      status: 422,
      body: { code: 'invalid_captcha' },
    })
    // Another app is not asked.
    expect((await init({ app })).status).toBe(200)
    await hoursPass(1)
    expect((await init({ headers, app })).status).toBe(200)
  })

  test('asks for it before every login that begins, once a few text messages were sent', async () => {
    const headers = await headersOf()
    const app = within({ captchaTextsHour: 1 })
    const text = () =>
      initCode(
        server,
        someone,
        { phoneNumber: '+12025550123' },
        { headers, app },
        '/api/v1/passwordless_sms/init',
      )
    expect((await text()).status).toBe(200)
    expect(await text()).toMatchObject(demanded)
    const passkey = await call(server, '/api/v1/passkeys/authenticate/init', { body: {}, headers, app })
    expect(passkey).toMatchObject(demanded)
  })

  test('asks for it once codes are guessed wrong more than people do', async () => {
    const headers = { 'vitrine-app-id': server.appId }
    const app = within({ captchaWrongGuessesHour: 2 })
    const device = await createDevice()
    const email = person()
    const code = await askForCode(server, device, email)
    for (let i = 0; i < 2; i++) {
      expect((await init({ headers, app })).status).toBe(200)
      expect((await tryCode(server, device, { email, code: otherCode(code) })).status).toBe(422)
    }
    expect(await init({ headers, app })).toMatchObject(demanded)
    // Who has the code already gets in.
    expect((await tryCode(server, device, { email, code }, { app })).status).toBe(200)
  })

  test('counts no guess at an address that no code was sent to: nobody turns it on for nothing', async () => {
    const app = within({ captchaWrongGuessesHour: 1 })
    const device = await createDevice()
    for (let i = 0; i < 3; i++) await tryCode(server, device, { email: person(), code: '123456' })
    expect((await init({ app })).status).toBe(200)
  })

  test('asks for it from the first code on where the operator says 0', async () => {
    const headers = await headersOf()
    for (const budget of ['captchaMailsHour', 'captchaTextsHour', 'captchaWrongGuessesHour'])
      expect(await init({ headers, app: within({ [budget]: 0 }) })).toMatchObject(demanded)
    expect((await init({ headers })).status).toBe(200)
  })

  test('gives no challenge while it asks for none', async () => {
    await expect(askForChallenge(server, { headers: await headersOf() })).rejects.toThrow()
  })
})

test('an app whose captcha is on asks the vendor that it names, however many codes are sent', async () => {
  const headers = await headersOf({
    captcha_enabled: true,
    enabled_captcha_provider: 'turnstile',
    captcha_site_key: 'site-key',
  })
  const answer = await init({ headers, app: within({ captchaMailsHour: 0 }) })
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_captcha' } })
  expect(answer.body).not.toHaveProperty('data')
})
