import { startVendor, type VendorStandIn } from '@vitrine/shared/captcha/testing/vendor-stand-in.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { storeSecret } from '../provider-secrets/provider-secrets.ts'
import { type CallOptions, initCode } from '../testing/client.ts'
import { createDevice } from '../testing/device.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

const SITE = { siteKey: 'site-key-of-the-shop', secret: 'secret-of-the-shop' }
const HOST = new URL(ORIGIN).hostname
const vendors = ['turnstile', 'hcaptcha'] as const

let vendor: VendorStandIn
let server: TestServer
/** As in production, where host names count. */
let production: TestServer['app']
const apps = new Map<string, { 'vitrine-app-id': string }>()
beforeAll(async () => {
  vendor = await startVendor(SITE)
  server = await startTestServer({ turnstileUrl: vendor.url, hcaptchaUrl: vendor.url })
  production = server.second({ settings: { ...server.ctx.settings, development: false } })
  for (const provider of vendors) {
    const app = await register(provider)
    await storeSecret(server.ctx, app.id, provider, SITE.secret)
    apps.set(provider, { 'vitrine-app-id': app.id })
  }
})
afterAll(async () => {
  await server.stop()
  await vendor.stop()
})
afterEach(() => vendor.breakWith(null))

const register = (provider: (typeof vendors)[number], siteKey: string | undefined = SITE.siteKey) =>
  server.registerApp({
    captcha_enabled: true,
    enabled_captcha_provider: provider,
    ...(siteKey !== undefined && { captcha_site_key: siteKey }),
  })

let people = 0
async function init(token: string | undefined, options: CallOptions) {
  const email = `person${++people}@mail.example`
  const by = await createDevice()
  const answer = await initCode(server, by, { email, token }, { app: production, ...options })
  return {
    status: answer.status,
    code: answer.body.code,
    isMailed: server.mails.some(({ to }) => to === email),
  }
}
const sent = { status: 200, code: undefined, isMailed: true }
const refused = { status: 422, code: 'invalid_captcha', isMailed: false }
const unchecked = { status: 503, code: 'service_unavailable', isMailed: false }

describe.each(vendors)('%s', provider => {
  const headers = () => ({ headers: apps.get(provider) ?? {} })

  test('lets a person through whom the vendor vouches for, and is told key, secret and token only', async () => {
    const token = vendor.pass(SITE.siteKey, HOST)
    expect(await init(token, headers())).toEqual(sent)
    expect(Object.fromEntries(vendor.asked.at(-1) ?? [])).toEqual({
      secret: SITE.secret,
      sitekey: SITE.siteKey,
      response: token,
    })
  })

  test.each([
    ['no token', undefined],
    ['an empty one', ''],
    ['one that the vendor did not make', 'made-up'],
  ])('refuses %s', async (_name, token) => {
    expect(await init(token, headers())).toEqual(refused)
  })

  test('refuses a token of another site’s page', async () => {
    expect(await init(vendor.pass(SITE.siteKey, 'evil.example'), headers())).toEqual(refused)
  })

  test('takes the host name of a test key in development only', async () => {
    const token = () => vendor.pass(SITE.siteKey, 'dummy-key-pass')
    expect(await init(token(), { ...headers(), app: server.app })).toEqual(sent)
    expect(await init(token(), headers())).toEqual(refused)
  })

  test('takes a token once', async () => {
    const token = vendor.pass(SITE.siteKey, HOST)
    expect(await init(token, headers())).toEqual(sent)
    expect(await init(token, headers())).toEqual(refused)
  })

  test('of two calls at once with one token, one gets as far as the vendor', async () => {
    const token = vendor.pass(SITE.siteKey, HOST)
    const before = vendor.asked.length
    const answers = await Promise.all([init(token, headers()), init(token, headers())])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(vendor.asked.length).toBe(before + 1)
  })

  test.each(['html', 'redirect'] as const)(
    'lets nobody through while the vendor answers with %s',
    async how => {
      const token = vendor.pass(SITE.siteKey, HOST)
      vendor.breakWith(how)
      expect(await init(token, headers())).toEqual(unchecked)
    },
  )

  test('lets nobody through while its secret is missing or wrong, and blames no person for it', async () => {
    const app = await register(provider)
    const own = { headers: { 'vitrine-app-id': app.id } }
    expect(await init(vendor.pass(SITE.siteKey, HOST), own)).toEqual(unchecked)
    await storeSecret(server.ctx, app.id, provider, 'mistyped')
    expect(await init(vendor.pass(SITE.siteKey, HOST), own)).toEqual(unchecked)
    await storeSecret(server.ctx, app.id, provider, SITE.secret)
    expect(await init(vendor.pass(SITE.siteKey, HOST), own)).toEqual(sent)
  })

  test('a secret for the other vendor does not serve', async () => {
    const app = await register(provider)
    const other = vendors.find(name => name !== provider) ?? provider
    await storeSecret(server.ctx, app.id, other, SITE.secret)
    expect(await init(vendor.pass(SITE.siteKey, HOST), { headers: { 'vitrine-app-id': app.id } })).toEqual(
      unchecked,
    )
  })

  test('without a site key lets nobody through', async () => {
    const app = await server.registerApp({ captcha_enabled: true, enabled_captcha_provider: provider })
    await storeSecret(server.ctx, app.id, provider, SITE.secret)
    expect(await init(vendor.pass(SITE.siteKey, HOST), { headers: { 'vitrine-app-id': app.id } })).toEqual(
      unchecked,
    )
  })

  test('never tells the secret to a browser', async () => {
    const id = apps.get(provider)?.['vitrine-app-id'] ?? ''
    for (const path of [`/api/v1/apps/${id}`, `/captcha/${provider}/${id}`]) {
      const answer = await server.app.request(`${ORIGIN}${path}`)
      expect(answer.status).toBe(200)
      const text = await answer.text()
      expect(text).toContain(SITE.siteKey)
      expect(text).not.toContain(SITE.secret)
    }
  })
})

test('a vendor that does not answer is waited for, then lets nobody through', async () => {
  const token = vendor.pass(SITE.siteKey, HOST)
  vendor.breakWith('silence')
  expect(await init(token, { headers: apps.get('turnstile') ?? {} })).toEqual(unchecked)
})
