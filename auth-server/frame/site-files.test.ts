import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../settings.ts'
import { makeBuild } from '../verify/testing/served-build.ts'
import { createFrameServer } from './server.ts'

const ORIGIN = 'https://wallet.example'
const SECURITY_TXT = '/.well-known/security.txt'
const DAY_MS = 86_400_000

let build: Awaited<ReturnType<typeof makeBuild>>
beforeAll(async () => {
  build = await makeBuild()
})
afterAll(() => build.remove())

const get = (path: string, env: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  createFrameServer({
    settings: { ...readSettings({ VITRINE_ORIGIN: ORIGIN, ...env }), distDir: build.distDir },
    captchaScript: '',
    signerKeys: { recipient: 'key', identity: 'key', signature: 'signature' },
    readConfig: async () => null,
  }).request(ORIGIN + path, { headers })

test('serves the icon of the build, which caches keep for a day', async () => {
  const answer = await get('/favicon.ico')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/x-icon')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(await answer.text()).toBe('an icon')
})

test.each(['favicon.ico', '../../examples/shop/favicon.ico'])('%s has pictures of three sizes', path => {
  const icon = readFileSync(new URL(path, import.meta.url))
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2)]).toEqual([0, 1])
  const entries = [0, 1, 2].map(index => 6 + 16 * index)
  expect(entries.map(entry => [icon.readUInt8(entry), icon.readUInt8(entry + 1)])).toEqual([
    [16, 16],
    [32, 32],
    [48, 48],
  ])
  for (const entry of entries) {
    const start = icon.readUInt32LE(entry + 12)
    expect(icon.subarray(start + 1, start + 4).toString()).toBe('PNG')
  }
})

test('answers 304 to a client that has the icon', async () => {
  const etag = (await get('/favicon.ico')).headers.get('etag') ?? ''
  expect((await get('/favicon.ico', {}, { 'if-none-match': etag })).status).toBe(304)
})

test('lets the pages of the server show the icon', async () => {
  const policy = (await get('/', {}, { accept: 'text/html' })).headers.get('content-security-policy')
  expect(policy?.split('; ')).toContain("img-src 'self'")
})

test('asks crawlers to leave the whole wallet origin out', async () => {
  const answer = await get('/robots.txt')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain\b/)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  expect(await answer.text()).toBe('User-agent: *\nDisallow: /\n')
})

test('has no security.txt without a contact', async () => {
  const answer = await get(SECURITY_TXT)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('VITRINE_SECURITY_CONTACT')
})

test.each([
  ['', 180],
  ['1', 1],
  ['365', 365],
])('writes security.txt with a date ahead (VITRINE_SECURITY_EXPIRES_DAYS="%s")', async (value, days) => {
  const before = Date.now()
  const answer = await get(SECURITY_TXT, {
    VITRINE_SECURITY_CONTACT: 'mailto:security@shop.example https://shop.example/security',
    VITRINE_SECURITY_EXPIRES_DAYS: value,
  })
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=86400')
  const lines = (await answer.text()).split('\n')
  const expires = lines[2]?.replace('Expires: ', '') ?? ''
  expect(lines).toEqual([
    'Contact: mailto:security@shop.example',
    'Contact: https://shop.example/security',
    `Expires: ${expires}`,
    `Canonical: ${ORIGIN}${SECURITY_TXT}`,
    '',
  ])
  expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/)
  // A cache keeps the file for a day: even then the date is ahead.
  expect(Date.parse(expires)).toBeGreaterThanOrEqual(before + days * DAY_MS)
  expect(Date.parse(expires)).toBeLessThan(Date.now() + (days + 1) * DAY_MS)
})
