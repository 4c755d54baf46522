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
  await expect(import('./loader.ts')).rejects.toThrow('No tag.')
  expect(page.Vitrine).toBeUndefined()
  expect(document.querySelector('iframe')).toBeNull()
})

/** Runs the loader as a module: no script is the running one. */
const runModule = async () => {
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(null)
  vi.resetModules()
  await import('./loader.ts')
}

it('as a module goes by its own tag', async () => {
  document.head.innerHTML = `
    <script type="module" src="https://cdn.example/shop.js" data-app-id="app_cdn"></script>
    <script src="https://other.example/vitrine.js" data-app-id="app_other"></script>
    <script type="module" src="https://wallet.example/vitrine.js?v=2" data-app-id="app_1"></script>`
  await runModule()
  expect(iframe().src).toMatch('https://wallet.example/apps/app_1/frame?origin=')
})

it('as a module takes no wallet origin from what is no HTML script', async () => {
  document.head.innerHTML =
    '<svg><script type="module" src="https://evil.example/vitrine.js" data-app-id="app_1"></script></svg>'
  await expect(runModule()).rejects.toThrow('No tag.')
  expect(document.querySelector('iframe')).toBeNull()
})

it('takes its options from a plain object alone, not from an element that others named like it', async () => {
  const clobbered = Object.assign(document.createElement('form'), { loginMethods: ['sms'] })
  for (const config of [clobbered, [], Object.create(null)]) {
    Object.assign(globalThis, { vitrineConfig: config })
    const options = vi.fn()
    vi.doMock('./create-vitrine.ts', () => ({ createVitrine: options }))
    await run({ appId: 'app_1' })
    expect(options.mock.calls[0]?.[0]).toMatchObject({ appId: 'app_1', config: { appearance: {} } })
    expect(options.mock.calls[0]?.[0].config).not.toHaveProperty('loginMethods')
  }
  Object.assign(globalThis, { vitrineConfig: { loginMethods: ['sms'] } })
  const options = vi.fn()
  vi.doMock('./create-vitrine.ts', () => ({ createVitrine: options }))
  await run({ appId: 'app_1' })
  expect(options.mock.calls[0]?.[0]).toMatchObject({ config: { loginMethods: ['sms'] } })
  vi.doUnmock('./create-vitrine.ts')
  Reflect.deleteProperty(globalThis, 'vitrineConfig')
})

it('loads the second script beside the frame, by its hash and with the nonce of its own tag', async () => {
  await run({ appId: 'app_1' }, 'n0nce')
  expect(document.head.querySelector('script')).toMatchObject({
    src: 'https://wallet.example/vitrine-greeting-abcd1234.js',
    integrity: 'sha384-greeting',
    // The same as `anonymous` (HTML, "CORS settings attribute").
    crossOrigin: '',
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
  const base = { appearance: { theme: 'light', landingHeader: 'Hello' }, loginMethods: ['sms'] } as const
  expect(
    scriptOptions(
      {
        appId: 'app_1',
        locale: 'nb',
        signer: 'thumbprint',
        build: 'sha256-hash',
        theme: 'dark',
        accentColor: '#112233',
        loginMethods: 'email , sms',
        eip6963: 'off',
        walletStandard: 'off',
        auto: 'on',
        turbo: 'x',
        walletOrigin: 'https://evil.example',
      },
      base,
    ),
  ).toEqual({
    appId: 'app_1',
    locale: 'nb',
    signer: 'thumbprint',
    build: 'sha256-hash',
    eip6963: false,
    walletStandard: false,
    // What is no option goes to the frame by its name, which says so where one was meant.
    tag: true,
    turbo: 'x',
    config: {
      appearance: { theme: 'dark', accentColor: '#112233', landingHeader: 'Hello' },
      loginMethods: ['email', 'sms'],
    },
  })
  expect(scriptOptions({ appId: 'app_1' }, base)).toMatchObject({
    eip6963: true,
    walletStandard: true,
    config: base,
  })
})
