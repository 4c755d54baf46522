import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

const PAGE = '<!doctype html><p>Recover</p>'
const HASH = createHash('sha256').update(PAGE).digest('hex')

let server: TestServer
let distDir: string
beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  server = await startTestServer({ distDir })
})
afterAll(async () => {
  await server.stop()
  rmSync(distDir, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.request(`${ORIGIN}${path}`, { headers })

test('says that the recovery page is not built', async () => {
  expect((await get('/recovery.html')).status).toBe(404)
})

test('gives the recovery page to be kept, which it never opens, with its hash', async () => {
  mkdirSync(join(distDir, 'recovery'))
  writeFileSync(join(distDir, 'recovery/vitrine-recovery.html'), PAGE)
  writeFileSync(join(distDir, 'recovery/vitrine-recovery.html.sha256'), `${HASH}  vitrine-recovery.html\n`)
  const page = await get('/recovery.html')
  expect(await page.text()).toBe(PAGE)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="vitrine-recovery.html"',
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(await (await get('/recovery.html.sha256')).text()).toBe(`${HASH}  vitrine-recovery.html\n`)
})

test('serves the notices of the packages as plain text that caches may keep', async () => {
  const notices = `Notices of all that the wallet origin serves\n${'MIT '.repeat(200)}`
  mkdirSync(join(distDir, 'frame'), { recursive: true })
  writeFileSync(join(distDir, 'frame/licenses.txt'), notices)
  const response = await get('/licenses.txt')
  expect(await response.text()).toBe(notices)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    etag: expect.stringMatching(/^".+"$/),
  })
  const again = await get('/licenses.txt', { 'if-none-match': response.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})
