// @vitest-environment jsdom
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, expect, test, vi } from 'vitest'
import { readSettings } from '../settings.ts'
import type { FrameContext } from './context.ts'
import { mountHome } from './home-page.ts'

const ORIGIN = 'http://localhost:4401'
const settings = readSettings({ VITRINE_DEV: '1', VITRINE_ORIGIN: ORIGIN })
const get = (headers: Record<string, string> = {}) => {
  const server = new Hono()
  mountHome(server, { settings, readBuild: async () => null } as unknown as FrameContext)
  return server.request(`${ORIGIN}/`, { headers })
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What a browser shows of the page, whose storage for this origin is `stored`, when the API answers with `app`. */
async function show(
  stored: Readonly<Record<string, string>>,
  app: object = {},
  from = 'https://other.example',
) {
  localStorage.clear()
  for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
  const fetch = vi.fn(async (_path: string) => ({ json: async () => app }))
  vi.stubGlobal('fetch', fetch)
  document.documentElement.innerHTML = await (await get({ referer: `${from}/pay` })).text()
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${from}/pay`)
  const script = document.querySelector('script')?.textContent ?? ''
  new Function(script)()
  // What the script does with an answer that is there it does before the next timer.
  await new Promise(resolve => setTimeout(resolve))
  return { fetch, text: document.getElementById('accounts')?.textContent ?? '' }
}

const USER = JSON.stringify({
  linked_accounts: [
    { type: 'email', address: 'ada@example.org' },
    { type: 'phone', phoneNumber: '+1 213 373 4253' },
    { type: 'wallet', address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
  ],
})
const SESSION = { 'vitrine:session:app_1': USER, 'vitrine:token:app_1': 'secret-token' }
const SHOP = { name: 'Shop', allowed_domains: ['https://shop.example'] }

test('says what this origin is, which nobody can frame', async () => {
  const answer = await get()
  const policy = answer.headers.get('content-security-policy')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/html')
  expect(await answer.text()).toContain('Your logins and wallets are stored here.')
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toMatch(/script-src 'sha256-[^' ]+'; connect-src 'self';/)
})

test.each([
  ['https://shop.example/a/b?c=Your-wallet-is-locked', 'https://shop.example'],
  ['https://xn--pple-43d.example/', 'https://xn--pple-43d.example'],
])('names the host alone of the site that led here: %s', async (referer, origin) => {
  const html = await (await get({ referer })).text()
  expect(html).toContain(`<bdi>${new URL(origin).host}</bdi>`)
  expect(html).toContain(`id="back" href="${origin}"`)
  expect(html).not.toContain('locked')
})

test.each(['', `${ORIGIN}/x`, 'javascript:alert(1)', 'data:text/html,x', 'https://a;b/', 'no address'])(
  'names no site for %j',
  async referer => {
    expect(await (await get({ referer })).text()).not.toContain('id="back"')
  },
)

test('tells who is logged in, where the browser has their session here, and leads to their site', async () => {
  const { fetch, text } = await show(SESSION, SHOP)
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/v1/apps/app_1')
  expect(text).toContain('You’re logged in to Shop')
  expect(text).toContain('ada@example.org · +1 213 373 4253 · 0x709…79C8')
  expect(document.querySelector('#accounts a')?.getAttribute('href')).toBe('https://shop.example')
  expect(document.getElementById('nobody')?.hidden).toBe(true)
  expect(document.documentElement.textContent).not.toContain('secret-token')
})

test.each([
  ['the one that led here', 'https://app.shop.example', 'https://app.shop.example', true],
  ['the one beside the wallet', 'https://other.example', 'http://localhost:4400', false],
])('of an app’s sites it leads to %s', async (_which, from, to, isBack) => {
  const sites = ['https://shop.example', 'https://app.shop.example', 'http://localhost:4400']
  await show(SESSION, { ...SHOP, allowed_domains: sites }, from)
  expect(document.querySelector('#accounts a')?.getAttribute('href')).toBe(to)
  // One button for one place.
  expect(document.getElementById('back')?.hidden).toBe(isBack)
})

test.each([
  ['nothing', {}],
  ['a session that has ended', { 'vitrine:session:app_1': USER }],
  ['what is no session', { ...SESSION, 'vitrine:session:app_1': '{' }],
])('of %s it shows no account', async (_what, stored) => {
  const { text } = await show(stored, SHOP)
  expect(text).toBe('')
  expect(document.getElementById('nobody')?.hidden).toBe(false)
})

test('an app’s name and site are text and an address of the web, whoever wrote them', async () => {
  const hostile = await show(SESSION, { ...SHOP, name: '<img src=x onerror=alert(1)> $&' })
  expect(hostile.text).toContain('<img src=x onerror=alert(1)> $&')
  expect(document.querySelector('#accounts img')).toBe(null)
  expect((await show(SESSION, { ...SHOP, allowed_domains: ['javascript:alert(1)'] })).text).toBe('')
})

test('links the recovery page with its hash, where it is built', async () => {
  const distDir = mkdtempSync(join(tmpdir(), 'vitrine-home-'))
  const home = async () => {
    const server = new Hono()
    mountHome(server, {
      settings: { ...settings, distDir },
      readBuild: async () => null,
    } as unknown as FrameContext)
    return (await server.request(`${ORIGIN}/`)).text()
  }
  try {
    expect(await home()).not.toContain('/recovery.html')
    mkdirSync(join(distDir, 'recovery'))
    const hash = 'ab'.repeat(32)
    writeFileSync(join(distDir, 'recovery/vitrine-recovery.html.sha256'), `${hash}  vitrine-recovery.html\n`)
    expect(await home()).toContain('<a href="/recovery.html" download>Download the recovery page</a>')
    expect(await home()).toContain(hash)
  } finally {
    rmSync(distDir, { recursive: true })
  }
})
