// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Vitrine } from './instance.ts'
import { scriptOptions } from './script-options.ts'
import { iframe, preparePage } from './testing/fake-page.ts'

const page = globalThis as { vitrine?: Vitrine; Vitrine?: { create(options: { appId: string }): Vitrine } }
const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
const loaded = vi.fn()

/** Runs the loader as the browser would for this script tag. */
const run = async (dataset: Record<string, string>, nonce = '') => {
  const script = document.createElement('script')
  Object.assign(script, { src: 'https://wallet.example/vitrine.js', nonce })
  Object.assign(script.dataset, dataset)
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  vi.resetModules()
  await import('./loader.ts')
}

beforeEach(() => {
  preparePage()
  addEventListener('vitrine:loaded', loaded)
})

afterEach(() => {
  page.vitrine?.destroy()
  delete page.vitrine
  delete page.Vitrine
  document.head.replaceChildren()
  removeEventListener('vitrine:loaded', loaded)
  vi.restoreAllMocks()
  consoleError.mockImplementation(() => {})
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

it('makes one instance at the origin of the script and tells the page', async () => {
  await run({ appId: 'app_1' })
  expect(page.vitrine?.state.ready).toBe(false)
  expect(iframe().src).toMatch('https://wallet.example/apps/app_1/frame?origin=')
  expect(loaded).toHaveBeenCalledOnce()
})

it('takes no wallet origin from an element that others named like the running script', async () => {
  const image = document.createElement('img')
  Object.assign(image, { src: 'https://evil.example/x.png', name: 'currentScript' })
  image.dataset.appId = 'app_1'
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(image as never)
  vi.resetModules()
  await expect(import('./loader.ts')).rejects.toThrow('script tag')
  expect(page.Vitrine).toBeUndefined()
  expect(document.querySelector('iframe')).toBeNull()
})

it('loads the second script beside the frame, by its hash and with the nonce of its own tag', async () => {
  await run({ appId: 'app_1' }, 'n0nce')
  expect(document.head.querySelector('script')).toMatchObject({
    src: 'https://wallet.example/vitrine-greeting-abcd1234.js',
    integrity: 'sha384-greeting',
    crossOrigin: 'anonymous',
    nonce: 'n0nce',
  })
})

it('only defines Vitrine.create with data-auto="off"', async () => {
  await run({ appId: 'app_1', auto: 'off' })
  expect(page.vitrine).toBeUndefined()
  expect(document.querySelector('iframe, head script')).toBeNull()
  expect(loaded).toHaveBeenCalledOnce()
  const made = page.Vitrine?.create({ appId: 'app_2' })
  expect(iframe().src).toMatch('https://wallet.example/apps/app_2/frame?origin=')
  made?.destroy()
})

it('says on the console what a script tag lacks', async () => {
  vi.spyOn(console, 'error').mockImplementation(consoleError)
  await run({})
  expect(page.vitrine).toBeUndefined()
  expect(consoleError).toHaveBeenCalledExactlyOnceWith('Vitrine: `appId` (`data-app-id`) is missing.')
  expect(loaded).toHaveBeenCalledOnce()
})

it('reads the options from the attributes, over those of window.vitrineConfig', () => {
  const base = { appearance: { theme: 'light', landingHeader: 'Hello' }, loginMethods: ['sms'] }
  expect(
    scriptOptions(
      {
        appId: 'app_1',
        locale: 'nb',
        theme: 'dark',
        accentColor: '#112233',
        loginMethods: 'email , sms',
        eip6963: 'off',
        walletStandard: 'off',
        turbo: 'x',
      },
      'https://wallet.example',
      base,
    ),
  ).toEqual({
    appId: 'app_1',
    walletOrigin: 'https://wallet.example',
    locale: 'nb',
    eip6963: false,
    walletStandard: false,
    config: {
      appearance: { theme: 'dark', accentColor: '#112233', landingHeader: 'Hello' },
      loginMethods: ['email', 'sms'],
    },
  })
  expect(scriptOptions({ appId: 'app_1' }, 'https://wallet.example', base)).toMatchObject({
    eip6963: true,
    walletStandard: true,
    config: base,
  })
})
