import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Hono } from 'hono'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildHash, MANIFEST_FILE, MANIFEST_PATH, parseManifest } from '../frame-build/manifest.ts'
import { createBuildReader } from '../frame-build/read-build.ts'
import { readSettings } from '../settings.ts'
import { makeBuild } from '../verify/testing/served-build.ts'
import type { FrameContext } from './context.ts'
import { mountHome } from './home-page.ts'
import { readTypeface } from './manifest.ts'
import { mountProcess } from './process-routes.ts'

let build: Awaited<ReturnType<typeof makeBuild>>
let told: string[]
let server: Hono
beforeEach(async () => {
  build = await makeBuild()
  told = []
  const { distDir } = build
  const ctx = {
    settings: { ...readSettings({ VITRINE_DEV: '1' }), distDir },
    readBuild: createBuildReader(distDir, readTypeface, ({ changed }) => told.push(...changed)),
  } as FrameContext
  server = new Hono()
  mountProcess(server, ctx)
  mountHome(server, ctx)
})
afterEach(() => {
  vi.useRealTimers()
  return build.remove()
})

const manifestFile = () => join(build.distDir, MANIFEST_FILE)
const hash = () => buildHash(parseManifest(readFileSync(manifestFile(), 'utf8')))
const get = async (path: string, accept = '*/*') => server.request(path, { headers: { accept } })
const version = async () => (await get('/version')).json()

test('the version comes with the hash of what browsers load', async () => {
  expect(await version()).toMatchObject({ version: 'unbuilt', build: hash() })
})

test('the wallet origin says both, to a person and to a program', async () => {
  const page = await get('/', 'text/html')
  expect(page.headers.get('vary')).toContain('Accept')
  const html = await page.text()
  expect(html).toContain('<h2 dir="ltr">Vitrine unbuilt</h2>')
  expect(html).toContain(`<code dir="ltr">${hash()}</code>`)
  expect(html).toContain(`<a href="${MANIFEST_PATH}">`)
  const program = await get('/', 'application/json')
  expect(await program.json()).toMatchObject({ version: 'unbuilt', build: hash(), manifest: MANIFEST_PATH })
  // A browser that takes both is a person's.
  expect((await get('/', 'text/html,application/json')).headers.get('content-type')).toContain('text/html')
})

test('the manifest is served as it was published, to whoever asks', async () => {
  const answer = await get(MANIFEST_PATH)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(await answer.text()).toBe(readFileSync(manifestFile(), 'utf8'))
})

test.each([
  ['changed', (name: string) => writeFileSync(name, 'evil()')],
  ['missing', (name: string) => renameSync(name, `${name.replace('kernel', '.kernel')}`)],
  ['one more', (name: string) => writeFileSync(name.replace('kernel', 'more'), '')],
])('files of which one is %s have no hash, and the operator hears of it', async (_, change) => {
  change(join(build.distDir, 'frame/assets/kernel-1.js'))
  expect(await version()).not.toHaveProperty('build')
  expect(await (await get('/', 'text/html')).text()).toContain('they differ from the build')
  expect(told.join()).toMatch(/^\/assets\//)
})

test.each([
  ['changed', (name: string) => writeFileSync(name, 'export default 1')],
  ['taken away', (name: string) => renameSync(name, `${name}.old`)],
  [
    'joined by another',
    (name: string) => writeFileSync(name.replace('vitrine.mjs', 'vitrine-later-x.js'), ''),
  ],
])(
  'a file that is %s while the server runs is noticed, told once, and forgotten when it is as before',
  async (_, change) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const folder = join(build.distDir, 'host')
    const script = join(folder, 'vitrine.mjs')
    const before = readFileSync(script)
    const names = readdirSync(folder)
    expect(await version()).toHaveProperty('build')
    change(script)
    // What was seen a moment ago holds: no frame waits for a look at each file.
    expect(await version()).toHaveProperty('build')
    for (let look = 0; look < 2; look++) {
      vi.advanceTimersByTime(1000)
      expect(await version()).not.toHaveProperty('build')
    }
    expect(told).toHaveLength(1)
    for (const name of readdirSync(folder)) if (!names.includes(name)) rmSync(join(folder, name))
    writeFileSync(script, before)
    vi.advanceTimersByTime(1000)
    expect(await version()).toHaveProperty('build')
  },
)

test('what is no manifest is none', async () => {
  writeFileSync(manifestFile(), '{}')
  expect(await version()).not.toHaveProperty('build')
})
