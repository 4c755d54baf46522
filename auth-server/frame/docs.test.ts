import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

const INLINE = 'document.documentElement.classList.add("dark")'
const PAGE = `<!doctype html><script id="dark">${INLINE}</script><script type="module" src="/docs/assets/app.js"></script>`
/** SHA-256 of `INLINE`, by OpenSSL. */
const INLINE_SOURCE = "'sha256-+jXBBVrxtk8tcWi34/+64B/q/AmYPxbCP60MxuNQyBo='"

let server: TestServer
let production: TestServer
const distDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
beforeAll(async () => {
  server = await startTestServer({ distDir, development: true })
  production = await startTestServer({ distDir, development: false })
})
afterAll(async () => {
  await server.stop()
  await production.stop()
  rmSync(distDir, { recursive: true })
})

const get = (path: string, from = server) => from.app.request(`${ORIGIN}${path}`)

test('says that it is being built until it is, and loads itself again', async () => {
  mkdirSync(join(distDir, 'docs/http'), { recursive: true })
  mkdirSync(join(distDir, 'docs/assets/chunks'), { recursive: true })
  writeFileSync(join(distDir, 'docs/index.html'), PAGE)
  const answer = await get('/docs/')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('refresh')).toBe('3')
  expect(await answer.text()).toContain('The documentation is being built')
})

test('serves pages with the scripts that they have, and nothing of another origin', async () => {
  writeFileSync(join(distDir, 'docs/.sources'), 'hash')
  writeFileSync(join(distDir, 'docs/http/index.html'), '<!doctype html><h1>HTTP API</h1>')
  writeFileSync(join(distDir, 'docs/assets/app.js'), 'export {}')
  writeFileSync(join(distDir, 'docs/assets/chunks/@localSearchIndexroot.x-1.js'), 'export {}')
  for (const path of ['/docs', '/docs/', '/docs/index.html']) {
    const page = await get(path)
    expect([path, page.status, await page.text()]).toEqual([path, 200, PAGE])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`script-src 'self' ${INLINE_SOURCE};`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('http')
  }
  expect(await (await get('/docs/http/')).text()).toContain('HTTP API')
  for (const script of ['assets/app.js', 'assets/chunks/@localSearchIndexroot.x-1.js'])
    expect((await get(`/docs/${script}`)).headers.get('content-type')).toBe('text/javascript; charset=utf-8')
})

test('serves the icon of the documentation', async () => {
  writeFileSync(join(distDir, 'docs/favicon.ico'), 'an icon')
  const { status, headers } = await get('/docs/favicon.ico')
  expect([status, headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('etag')).not.toBeNull()
})

test('gives no file beside the documentation, and none that is hidden', async () => {
  writeFileSync(join(distDir, 'secret.html'), 'secret')
  writeFileSync(join(distDir, 'docs/404.html'), '<!doctype html><h1>Not here</h1>')
  for (const path of [
    '/docs/.sources',
    '/docs/%2e%2e%2fsecret.html',
    '/docs/..%2fsecret.html',
    '/docs/http/%2e%2e/%2e%2e/secret.html',
  ]) {
    const answer = await get(path)
    expect([path, answer.status]).toEqual([path, 404])
    expect(await answer.text()).not.toContain('secret')
  }
  const missing = await get('/docs/nothing.html')
  expect([missing.status, await missing.text()]).toEqual([404, '<!doctype html><h1>Not here</h1>'])
})

test('is there on a development server alone', async () => {
  expect((await get('/docs/', production)).status).toBe(404)
})
