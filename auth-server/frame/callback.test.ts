import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callbackBoot, frameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let distDir: string
beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  mkdirSync(join(distDir, 'frame/.vite'), { recursive: true })
  const entries = ['main', 'callback'].map(name => [
    `login/oauth/window/${name}.ts`,
    { file: `assets/${name}-1.js` },
  ])
  writeFileSync(join(distDir, 'frame/.vite/login-windows.json'), JSON.stringify(Object.fromEntries(entries)))
  server = await startTestServer({ distDir })
})
afterAll(async () => {
  await server.stop()
  rmSync(distDir, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.request(`${ORIGIN}${path}`, { headers })
const bootOf = async (response: Response): Promise<unknown> =>
  JSON.parse(/id="vitrine-boot">(.*?)<\/script>/.exec(await response.text())?.[1] ?? '')

test('the page that people come back to belongs to no app, loads nothing of others and cannot be embedded', async () => {
  const page = await get('/oauth/callback?code=c&state=s')
  expect(page.status).toBe(200)
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'none'",
  ])
    expect(policy).toContain(part)
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(callbackBoot.parse(await bootOf(page))).toEqual({ signer: server.signerKeys })
})

const post = (body: string) =>
  server.app.request(`${ORIGIN}/oauth/callback`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' },
    body,
  })

test('an answer by POST becomes an address, with what the page reads of it alone', async () => {
  const answer = await post('code=c%26x&state=s&user=%7B%22name%22%3A%22Ada%22%7D&id_token=t')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/oauth/callback?code=c%26x&state=s')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('an answer by POST that no provider would send is refused', async () => {
  expect((await post(`code=${'a'.repeat(20_000)}`)).status).toBe(413)
})

test.each([
  ['same-origin', true],
  ['cross-site', false],
  ['same-site', false],
  ['none', false],
  [undefined, false],
])('a window whose opener the browser calls %s: began is %s', async (site, began) => {
  const page = await get(`/apps/${server.appId}/oauth`, site === undefined ? {} : { 'sec-fetch-site': site })
  expect(frameBoot.parse(await bootOf(page)).began).toBe(began)
})
