import { execFileSync } from 'node:child_process'
import { afterEach, expect, it, vi } from 'vitest'
import * as sdk from './index.ts'

const OPTIONS = { appId: 'app_1', walletOrigin: 'https://wallet.example' }
const said = (['log', 'info', 'warn', 'error'] as const).map(level => vi.spyOn(console, level))

afterEach(() => {
  for (const spy of said) expect(spy).not.toHaveBeenCalled()
})

it('exports these values and no others', () => {
  expect(Object.keys(sdk).sort()).toEqual(['VitrineError', 'createVitrine'])
})

it('has on a server what a page begins with, and `ready` waits', async () => {
  const vitrine = sdk.createVitrine(OPTIONS)
  expect(vitrine.state).toEqual({
    ready: false,
    authenticated: false,
    user: null,
    wallets: [],
    isOpen: false,
    error: null,
  })
  expect(vitrine.state).toBe(vitrine.state)
  expect(await Promise.race([vitrine.ready, new Promise(end => setImmediate(end, 'waits'))])).toBe('waits')
})

it('makes an instance for each request of a server, and refuses none', () => {
  const one = sdk.createVitrine(OPTIONS)
  expect(sdk.createVitrine(OPTIONS)).not.toBe(one)
  expect(() => sdk.createVitrine({ ...OPTIONS, locale: 'es' })).not.toThrow()
})

it('says on a server too what could not work in the page', () => {
  expect(() => sdk.createVitrine({ ...OPTIONS, appId: '' })).toThrow('`appId` (`data-app-id`) is missing.')
})

it.each([
  ['https://wallet.example/', '"https://wallet.example/"', 'https://wallet.example'],
  ['http://localhost:4401/apps', '"http://localhost:4401/apps"', 'http://localhost:4401'],
  ['wallet.example', '"wallet.example"', 'https://wallet.example'],
  ['', '""', 'https://wallet.example'],
  [undefined, 'undefined', 'https://wallet.example'],
])('says of a wallet origin that is none how it is written: %s', (walletOrigin, given, meant) => {
  expect(() => sdk.createVitrine({ ...OPTIONS, walletOrigin: walletOrigin as string })).toThrow(
    `\`walletOrigin\` is ${given}, which is no origin. Write it as ${meant}: scheme, host and port alone.`,
  )
})

it('rejects every method on a server, and a provider’s request with 4900', async () => {
  const {
    ready: _,
    state,
    subscribe,
    on,
    destroy,
    ethereum,
    solana,
    doctor,
    ...methods
  } = sdk.createVitrine(OPTIONS)
  const { getEthereumProvider, ...refused } = methods
  for (const [name, method] of Object.entries(refused))
    await expect((method as () => Promise<unknown>)(), name).rejects.toMatchObject({ code: 'not_ready' })
  expect(Object.keys(refused)).toEqual(expect.arrayContaining(['login', 'link', 'sendTransaction', 'fetch']))
  await expect(ethereum.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4900 })
  expect(await getEthereumProvider()).toBe(ethereum)
  expect(solana).toBeUndefined()
  expect((await doctor()).checks).toMatchObject([{ name: 'secure-context', ok: false }])
  subscribe(() => {})()
  on('login', () => {})()
  destroy()
  destroy()
})

it('lets a Node process end that has imported it, made an instance and listens to it', () => {
  const script = `
    import { createVitrine } from ${JSON.stringify(new URL('./index.ts', import.meta.url).href)}
    const vitrine = createVitrine(${JSON.stringify(OPTIONS)})
    vitrine.ready.then(() => console.log('ready'))
    vitrine.subscribe(() => {})
    vitrine.on('error', () => {})
    console.log(vitrine.state.ready)`
  const out = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 15_000,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(out).toBe('false\n')
})
