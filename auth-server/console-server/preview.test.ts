import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConsoleServer } from './server.ts'

const ORIGIN = 'https://console.example'
const distDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'))
const server = createConsoleServer({ distDir }, ORIGIN)
beforeAll(() => {
  mkdirSync(join(distDir, 'console/assets/preview'), { recursive: true })
  writeFileSync(join(distDir, 'console/index.html'), 'console')
  writeFileSync(join(distDir, 'console/preview.html'), 'preview')
  writeFileSync(join(distDir, 'console/assets/console-1.js'), 'console')
  writeFileSync(join(distDir, 'console/assets/preview/preview-1.js'), 'preview')
})
afterAll(() => rmSync(distDir, { recursive: true }))

const get = (path: string) => server.request(`${ORIGIN}${path}`)
const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? ''

test('the preview is of no origin, reaches nothing but pictures, and stands in the console alone', async () => {
  expect(await (await get('/preview')).text()).toBe('preview')
  const directives = (await policyOf('/preview')).split('; ')
  for (const directive of [
    'sandbox allow-scripts',
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'none'",
    "img-src 'self' data: https:",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "trusted-types 'none'",
  ])
    expect(directives).toContain(directive)
})

test('the console loads no picture of another host, and nobody embeds it', async () => {
  const directives = (await policyOf('/apps/app_1/users')).split('; ')
  for (const directive of ["img-src 'self' data:", "frame-src 'self'", "frame-ancestors 'none'"])
    expect(directives).toContain(directive)
  expect(directives.join()).not.toContain('sandbox')
})

test('a document of no origin may load the preview’s files, and no other file', async () => {
  const given = async (path: string) => {
    const { status, headers } = await get(path)
    return [status, headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')]
  }
  expect(await given('/assets/preview/preview-1.js')).toEqual([200, '*', 'cross-origin'])
  expect(await given('/assets/console-1.js')).toEqual([200, null, 'same-origin'])
  for (const path of ['/assets/preview/..%2Fconsole-1.js', '/assets/preview/..%2F..%2Findex.html'])
    expect((await get(path)).status).toBe(404)
})
