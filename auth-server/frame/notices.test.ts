import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBuild, serveBuild } from '../verify/testing/served-build.ts'

let build: Awaited<ReturnType<typeof makeBuild>>
let served: Awaited<ReturnType<typeof serveBuild>>
beforeAll(async () => {
  build = await makeBuild()
  served = await serveBuild(build.distDir, () => null)
})
afterAll(async () => {
  await served.stop()
  build.remove()
})

const get = (headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${served.origin}/licenses.txt`, { headers })

test('the notices of the packages are plain text that caches may keep', async () => {
  const response = await get()
  expect(await response.text()).toBe('Notices')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'public, max-age=86400',
    etag: expect.stringMatching(/^".+"$/),
  })
  expect((await get({ 'if-none-match': response.headers.get('etag') ?? '' })).status).toBe(304)
})

test('notices that are not built are missing, with what to do', async () => {
  rmSync(join(build.distDir, 'frame/licenses.txt'))
  const response = await get()
  expect([response.status, await response.json()]).toMatchObject([
    404,
    { error: expect.stringContaining('npm run build') },
  ])
})
