// @vitest-environment jsdom
import { OLDEST_BROWSERS_TEXT } from '@vitrine/shared/bridge/browsers.ts'
import { WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import { PARTS, preparePage } from './testing/fake-page.ts'

beforeEach(() => {
  preparePage()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([
  ['constructable style sheets', () => Reflect.deleteProperty(document, 'adoptedStyleSheets')],
  ['color-mix', () => vi.stubGlobal('CSS', { supports: () => false })],
])('rejects with not_supported in a browser without %s, and mounts nothing', async (_, remove) => {
  remove()
  const vitrine = createVitrine({ appId: 'app_1', walletOrigin: WALLET, eip6963: false }, PARTS)
  const error = {
    code: 'not_supported',
    message: `This browser is too old for the wallet. Update it: ${OLDEST_BROWSERS_TEXT} or newer.`,
  }
  await expect(vitrine.ready).rejects.toMatchObject(error)
  await expect(vitrine.login()).rejects.toMatchObject(error)
  expect(vitrine.state.error).toMatchObject(error)
  expect(document.querySelector('iframe')).toBeNull()
  const { checks } = await vitrine.doctor()
  expect(checks.filter(({ ok, name }) => !ok && ['browser', 'frame'].includes(name))).toMatchObject([
    { name: 'browser', fix: `Update it: ${OLDEST_BROWSERS_TEXT} or newer.` },
    { name: 'frame', detail: expect.stringContaining('see browser') },
  ])
  vitrine.destroy()
})
