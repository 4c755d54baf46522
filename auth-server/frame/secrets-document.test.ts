import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ORIGIN, startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let distDir: string
beforeAll(async () => {
  distDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
  for (const folder of ['.vite', 'assets/secrets'])
    mkdirSync(join(distDir, 'frame', folder), { recursive: true })
  writeFileSync(join(distDir, 'frame/assets/kernel-1.js'), 'self')
  writeFileSync(join(distDir, 'frame/assets/secrets/secrets-1.js'), 'self')
  const write = (name: string, entries: object) =>
    writeFileSync(join(distDir, 'frame/.vite', name), JSON.stringify(entries))
  write('secrets.json', {
    'secrets/main.ts': { file: 'assets/secrets/secrets-1.js', css: ['assets/secrets/secrets-1.css'] },
  })
  write('approval-window.json', { 'approval/window/main.tsx': { file: 'assets/approval-window-1.js' } })
  server = await startTestServer({ distDir })
})
afterAll(async () => {
  await server.stop()
  rmSync(distDir, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.request(`${ORIGIN}${path}`, { headers })
const directives = (response: Response) =>
  new Map(
    (response.headers.get('content-security-policy') ?? '').split('; ').map(directive => {
      const [name = '', ...values] = directive.split(' ')
      return [name, values.join(' ')]
    }),
  )

describe('the secrets document', () => {
  const ask = () => get(`/apps/${server.appId}/secrets`)

  test('is of no origin, reaches nothing, and is embedded by the frame alone', async () => {
    const response = await ask()
    expect(Object.fromEntries(directives(response))).toEqual({
      sandbox: 'allow-scripts allow-modals',
      'default-src': "'none'",
      'script-src': `'self' ${ORIGIN}`,
      'style-src': `'self' ${ORIGIN}`,
      'font-src': `'self' ${ORIGIN}`,
      'connect-src': "'none'",
      'form-action': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'self' https://shop.example",
      'require-trusted-types-for': "'script'",
      'trusted-types': "'none'",
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp')
  })

  test('may stand in a frame with COEP in Firefox and WebKit, although it has no origin', async () => {
    expect((await ask()).headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  })

  test('holds nothing of the app but its name, and loads its own script', async () => {
    const html = await (await ask()).text()
    expect(html).not.toContain('vitrine-boot')
    expect(html).toContain('<script type="module" src="/assets/secrets/secrets-1.js">')
  })

  test('of an app that does not exist is refused', async () => {
    expect((await get('/apps/app_nothing/secrets')).status).toBe(404)
  })

  test('may load its files from no origin, and no other file of ours may be', async () => {
    const allowed = async (path: string) =>
      (await get(path, { Origin: 'null' })).headers.get('access-control-allow-origin')
    expect(await allowed('/assets/secrets/secrets-1.js')).toBe('*')
    expect(await allowed('/assets/kernel-1.js')).toBeNull()
  })

  test('is embedded by no window', async () => {
    expect(directives(await get(`/apps/${server.appId}/approve`)).has('frame-src')).toBe(false)
  })
})
