import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { frameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findApp, replaceConfig } from '../apps/registry.ts'
import { isFromAllowedSite } from '../login/passkey/client-data.ts'
import { requireAudience } from '../sessions/backend-login-code.ts'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

const SHOP = 'https://shop.example'
const PREVIEWS = 'https://*.shop-previews.example'
const PREVIEW = 'https://pr-1.shop-previews.example'
const NOT_PREVIEWS = [
  PREVIEWS,
  'https://shop-previews.example',
  'https://a.b.shop-previews.example',
  'https://evil.shop-previews.example.evil',
]

let server: TestServer
let distDir: string
beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  mkdirSync(join(distDir, 'frame/.vite'), { recursive: true })
  writeFileSync(
    join(distDir, 'frame/.vite/manifest.json'),
    JSON.stringify({
      'kernel/main.ts': { file: 'assets/kernel-1.js' },
      '../fonts/sans.woff2': { file: 'assets/typeface-1.woff2' },
      '_waiting.js': { file: 'assets/waiting-1.js', name: 'waiting' },
      '_config.js': { file: 'assets/config-1.js', name: 'config' },
      '_x.js': { file: 'assets/screens-1.js', name: 'screens' },
    }),
  )
  writeFileSync(
    join(distDir, 'frame/.vite/secrets.json'),
    JSON.stringify({ 'secrets/main.ts': { file: 'assets/secrets-1.js' } }),
  )
  server = await startTestServer({ distDir })
  const app = await findApp(server.database.db, server.appId)
  if (!app) throw new Error('no app')
  await replaceConfig(server.database.db, app.id, {
    ...app.config,
    ...{ allowed_domains: [SHOP, PREVIEWS], captcha_enabled: true },
    ...{ enabled_captcha_provider: 'turnstile', captcha_site_key: 'key' },
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(distDir, { recursive: true })
})

const get = (path: string, site: string | null) =>
  server.app.request(`${ORIGIN}${path}${site === null ? '' : `?origin=${encodeURIComponent(site)}`}`)
const ancestorsOf = (response: Response) =>
  /frame-ancestors ([^;]*)/.exec(response.headers.get('content-security-policy') ?? '')?.[1]?.split(' ')
const documents = () =>
  ['frame', 'secrets'].map(it => `/apps/${server.appId}/${it}`).concat(`/captcha/turnstile/${server.appId}`)

test('each document for a preview names that one, exactly', async () => {
  for (const path of documents()) {
    const response = await get(path, PREVIEW)
    expect([path, response.status]).toEqual([path, 200])
    expect(ancestorsOf(response)?.filter(it => it !== "'self'" && it !== ORIGIN)).toEqual([SHOP, PREVIEW])
    expect(await response.text()).not.toContain('*.shop-previews')
  }
})

test('the frame is told of that preview alone', async () => {
  const html = await (await get(`/apps/${server.appId}/frame`, PREVIEW)).text()
  const json = /id="vitrine-boot">(.*?)<\/script>/.exec(html)?.[1] ?? ''
  expect(frameBoot.parse(JSON.parse(json)).app.allowed_domains).toEqual([SHOP, PREVIEW])
})

test.each(NOT_PREVIEWS)('%s gets no frame, and is no ancestor of any document', async site => {
  for (const path of documents()) {
    const response = await get(path, site)
    if (path.endsWith('/frame')) expect(response.status).toBe(403)
    else expect(ancestorsOf(response)?.filter(it => it.startsWith('https:'))).toEqual([SHOP])
  }
})

test('the public config names a preview to itself, and the pattern to nobody', async () => {
  const told = async (origin?: string) => {
    const headers: Record<string, string> = origin === undefined ? {} : { origin }
    const response = await server.app.request(`${ORIGIN}/api/v1/apps/${server.appId}`, { headers })
    return ((await response.json()) as { allowed_domains: string[] }).allowed_domains
  }
  expect(await told(PREVIEW)).toEqual([SHOP, PREVIEW])
  for (const site of [undefined, ...NOT_PREVIEWS]) expect(await told(site)).toEqual([SHOP])
})

test('a preview logs in by a passkey, and asks login codes for itself, as the app’s sites do', async () => {
  const app = await findApp(server.database.db, server.appId)
  if (!app) throw new Error('no app')
  const isFrom = (topOrigin: string) =>
    isFromAllowedSite({ crossOrigin: true, topOrigin }, app.config.allowed_domains)
  expect(isFrom(PREVIEW)).toBe(true)
  expect(() => requireAudience(app, { site: PREVIEW, audience: PREVIEW })).not.toThrow()
  for (const site of NOT_PREVIEWS) {
    expect(isFrom(site)).toBe(false)
    expect(() => requireAudience(app, { site, audience: site })).toThrow('login_code_audiences')
  }
})
