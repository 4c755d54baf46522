import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findApp, publicConfig } from '../apps/registry.ts'
import { frameHeaders } from '../frame/headers.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

const CAPTCHA_ORIGIN = 'http://captcha.localhost:4401'

let server: TestServer
let apart: TestServer['app']
let turnstile: string
beforeAll(async () => {
  server = await startTestServer()
  apart = server.second({ settings: { ...server.ctx.settings, captchaOrigin: CAPTCHA_ORIGIN } })
  turnstile = (
    await server.registerApp({
      captcha_enabled: true,
      enabled_captcha_provider: 'turnstile',
      captcha_site_key: '0x4AAAAAAA"><script>',
    })
  ).id
})
afterAll(() => server.stop())

const policy = (response: Response) =>
  Object.fromEntries(
    (response.headers.get('content-security-policy') ?? '').split('; ').map(directive => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )
const get = (path: string, app = server.app, origin = ORIGIN) => app.request(`${origin}${path}`)

describe('the document of a captcha vendor', () => {
  test('has no origin, loads the vendor’s script and ours, and stands in the wallet’s frame only', async () => {
    const response = await get(`/captcha/turnstile/${turnstile}`)
    expect(response.status).toBe(200)
    expect(policy(response)).toEqual({
      sandbox: 'allow-scripts allow-forms',
      'default-src': "'none'",
      'script-src': `${ORIGIN}/captcha/widget.js https://challenges.cloudflare.com`,
      'style-src': "'unsafe-inline' https://challenges.cloudflare.com",
      'img-src': 'data: https://challenges.cloudflare.com',
      'frame-src': 'https://challenges.cloudflare.com',
      'connect-src': 'https://challenges.cloudflare.com',
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': `${ORIGIN} https://shop.example`,
    })
    expect(response.headers.get('permissions-policy')).toContain('publickey-credentials-get=()')
    expect(response.headers.get('referrer-policy')).toBe('strict-origin')
    expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('may be given another origin than the wallet’s, and keeps that', async () => {
    const response = await get(`/captcha/turnstile/${turnstile}`, apart, CAPTCHA_ORIGIN)
    expect(policy(response)).toMatchObject({
      sandbox: 'allow-scripts allow-forms allow-same-origin',
      'script-src': `${CAPTCHA_ORIGIN}/captcha/widget.js https://challenges.cloudflare.com`,
      'frame-ancestors': `${ORIGIN} https://shop.example`,
    })
    const html = await response.text()
    expect(html).toContain(`data-wallet-origin="${ORIGIN}"`)
  })

  test('writes the site key as text', async () => {
    const html = await (await get(`/captcha/turnstile/${turnstile}`)).text()
    expect(html).toContain('data-site-key="0x4AAAAAAA&quot;&gt;&lt;script&gt;"')
    expect(html.match(/<script/g)?.length).toBe(1)
  })

  test.each([
    ['another vendor', () => `/captcha/hcaptcha/${turnstile}`],
    ['our own captcha', () => `/captcha/altcha/${turnstile}`],
    ['an unknown vendor', () => `/captcha/__proto__/${turnstile}`],
    ['an app without a captcha', () => `/captcha/turnstile/${server.appId}`],
    ['an unknown app', () => '/captcha/turnstile/app_unknown'],
    ['a long name', () => `/captcha/turnstile/${'x'.repeat(1000)}`],
  ])('is not there for %s', async (_name, path) => {
    expect((await get(path())).status).toBe(404)
  })

  test('its script can be loaded by a document without an origin', async () => {
    const response = await get('/captcha/widget.js')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toContain('javascript')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })
})

describe('the captcha’s own host name', () => {
  test.each(['/health', '/vitrine.js', '/api/v1/apps/x', `/apps/x/frame?origin=https://shop.example`])(
    'has no %s',
    async path => {
      const response = await get(path, apart, CAPTCHA_ORIGIN)
      expect([response.status, await response.json()]).toEqual([
        404,
        expect.objectContaining({
          code: 'not_found',
          error: expect.stringContaining('There is nothing here'),
        }),
      ])
    },
  )

  test('has the captcha, and the wallet’s has everything else', async () => {
    expect((await get('/captcha/widget.js', apart, CAPTCHA_ORIGIN)).status).toBe(200)
    expect((await get('/health', apart)).status).toBe(200)
  })
})

describe('the frame document', () => {
  const frameSource = async (id: string, captchaOrigin: string) => {
    const app = await findApp(server.ctx.db, id)
    if (!app) throw new Error('The app is missing')
    const headers = frameHeaders(publicConfig(app, 'key'), captchaOrigin)
    return /frame-src ([^;]*)/.exec(headers['Content-Security-Policy'] ?? '')?.[1]
  }

  test('may hold the captcha where the app has a vendor, and no frame else', async () => {
    expect(await frameSource(turnstile, ORIGIN)).toBe(`${ORIGIN}/captcha/`)
    expect(await frameSource(turnstile, CAPTCHA_ORIGIN)).toBe(`${CAPTCHA_ORIGIN}/captcha/`)
    expect(await frameSource(server.appId, ORIGIN)).toBeUndefined()
    const own = await server.registerApp({ captcha_enabled: true })
    expect(await frameSource(own.id, ORIGIN)).toBeUndefined()
  })
})
