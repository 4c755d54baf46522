// @vitest-environment jsdom
import { ICON_LIMIT, WALLET_LIMIT } from '@vitrine/shared/bridge/relay-limits.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { announce, clearPage, ethereumWallet, info, register, solanaWallet } from './testing/fake-wallets.ts'
import { closeAll, open } from './testing/opened.ts'

const HUGE = 'x'.repeat(10_000_000)
const page = globalThis as { ethereum?: unknown }
/** What nobody can read. */
const hostile = (): never =>
  new Proxy(
    {},
    {
      get() {
        throw new Error('No.')
      },
    },
  ) as never
const names = async () => (await open().discover()).map(({ name }) => name)

afterEach(() => {
  closeAll()
  clearPage()
  vi.useRealTimers()
})

it('tells of each wallet plainly, under a handle of its own', async () => {
  announce({ info: info('Alpha'), provider: ethereumWallet().provider })
  register(solanaWallet('Beta').wallet)
  const wallets = await open().discover()
  expect(wallets).toEqual([
    {
      handle: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Alpha',
      id: 'example.alpha',
      icon: 'data:image/svg+xml,<svg/>',
      chainType: 'ethereum',
      source: 'eip6963',
      verbs: [
        'personal_sign',
        'eth_signTypedData_v4',
        'eth_sendTransaction',
        'wallet_switchEthereumChain',
        'wallet_addEthereumChain',
      ],
    },
    {
      handle: expect.not.stringMatching(wallets[0]?.handle ?? ''),
      name: 'Beta',
      id: 'Beta',
      icon: 'data:image/png;base64,AAAA',
      chainType: 'solana',
      source: 'wallet-standard',
      verbs: [
        'solana:signIn',
        'solana:signMessage',
        'solana:signTransaction',
        'solana:signAndSendTransaction',
      ],
    },
  ])
})

it('names of a Solana wallet the features that it has', async () => {
  register(solanaWallet('Ledger', { 'solana:signIn': undefined, 'solana:signMessage': undefined }).wallet)
  const [wallet] = await open().discover()
  expect(wallet?.verbs).toEqual(['solana:signTransaction', 'solana:signAndSendTransaction'])
})

it('leaves out our own, by whichever way a page has them', async () => {
  announce({ info: info('Vitrine', { rdns: 'app.vitrine' }), provider: ethereumWallet().provider })
  register(solanaWallet('Vitrine').wallet)
  page.ethereum = { ...ethereumWallet().provider, isVitrine: true }
  expect(await names()).toEqual([])
})

it('leaves out wallets of other chains alone, and those that nobody can connect', async () => {
  register({ ...solanaWallet('Sui').wallet, chains: ['sui:mainnet'] })
  register(solanaWallet('Mute', { 'standard:connect': undefined }).wallet)
  expect(await names()).toEqual([])
})

describe('older wallets', () => {
  it.each([
    [{ isMetaMask: true }, 'MetaMask'],
    [{ isMetaMask: true, isRabby: true }, 'Rabby Wallet'],
    [{ isMetaMask: true, isPhantom: true }, 'Phantom'],
    [{ isMetaMask: true, isCoinbaseWallet: true }, 'Coinbase Wallet'],
    [{ isTrust: true }, 'Trust Wallet'],
    [{}, 'Browser wallet'],
  ])('are named by their flags: %o', async (flags, name) => {
    page.ethereum = { ...ethereumWallet().provider, ...flags }
    expect(await open().discover()).toMatchObject([{ name, id: null, icon: null, source: 'legacy' }])
  })

  it('are found in the list that the last one keeps', async () => {
    const providers = [{ isMetaMask: true }, { isRabby: true }].map(flags => ({
      ...ethereumWallet().provider,
      ...flags,
    }))
    page.ethereum = { ...providers[0], providers: [null, ...providers, { isTrust: true }] }
    expect(await names()).toEqual(['MetaMask', 'Rabby Wallet'])
  })

  it('are not told of again when they announce themselves: as the same object, or by another of that name', async () => {
    const { provider } = ethereumWallet()
    announce({ info: info('Anything'), provider })
    announce({ info: info('MetaMask'), provider: ethereumWallet().provider })
    page.ethereum = {
      ...ethereumWallet().provider,
      isMetaMask: true,
      providers: [provider, { ...ethereumWallet().provider, isMetaMask: true }],
    }
    expect(await names()).toEqual(['Anything', 'MetaMask'])
  })

  it('that come late are told of', async () => {
    const relay = open()
    vi.useFakeTimers()
    await relay.discover()
    page.ethereum = ethereumWallet().provider
    dispatchEvent(new Event('ethereum#initialized'))
    await vi.advanceTimersByTimeAsync(100)
    expect(relay.events).toMatchObject([{ type: 'wallets', wallets: [{ name: 'Browser wallet' }] }])
  })
})

describe('what wallets say of themselves', () => {
  it.each([
    ['  Two\n lines ', 'Two lines'],
    ['Meta\u202eksaM', 'Meta ksaM'],
    ['\u0000\u200b\u2066', 'Browser wallet'],
    ['A'.repeat(200), 'A'.repeat(64)],
    [`${'A'.repeat(63)}🦊`, 'A'.repeat(63)],
    [HUGE, 'Browser wallet'],
    [{ toString: (): string => 'Object' }, 'Browser wallet'],
    [undefined, 'Browser wallet'],
  ])('is one line of visible text (%#)', async (name, shown) => {
    announce({ info: { ...info('x'), name }, provider: ethereumWallet().provider })
    expect(await names()).toEqual([shown])
  })

  it.each([
    'https://evil.example/who.png',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xmlx,<svg/>',
    ' https://evil.example/#data:image/png;base64,AAAA',
    `data:image/png;base64,${'A'.repeat(ICON_LIMIT)}`,
    HUGE,
    ['data:image/png;base64,AAAA'],
  ])('has no picture but one that it brings itself (%#)', async icon => {
    announce({ info: info('Alpha', { icon }), provider: ethereumWallet().provider })
    expect(await open().discover()).toMatchObject([{ name: 'Alpha', icon: null }])
  })

  it('is read once: what it says later is not heard', async () => {
    let reads = 0
    const changing = {
      ...info('Alpha'),
      get name() {
        return ['Alpha', 'MetaMask'][reads++]
      },
    }
    announce({ info: changing, provider: ethereumWallet().provider })
    const relay = open()
    await relay.discover()
    expect(await relay.discover()).toMatchObject([{ name: 'Alpha' }])
  })
})

it('no wallet keeps the others from being found, whatever it is', async () => {
  const { provider } = ethereumWallet()
  const uuid = crypto.randomUUID()
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  for (const detail of [null, 'text', hostile(), revoked.proxy, { info: hostile(), provider: hostile() }])
    announce(detail)
  announce({ info: info('No requests'), provider: { on() {} } })
  announce({ info: info('One', { uuid }), provider: Object.freeze({ ...provider }) })
  announce({ info: info('Two', { uuid }), provider: Object.freeze({ ...provider }) })
  for (const wallet of [
    null,
    7,
    hostile(),
    revoked.proxy,
    { ...solanaWallet('x').wallet, chains: hostile() },
  ])
    register(wallet)
  register(Object.freeze(solanaWallet('Three').wallet))
  Object.defineProperty(page, 'ethereum', {
    configurable: true,
    get() {
      throw new Error('No.')
    },
  })
  expect(await names()).toEqual(['One', 'Two', 'Three'])
})

it('a wallet that announces itself again stays one', async () => {
  const about = info('Alpha')
  for (let times = 0; times < 3; times++)
    announce({ info: { ...about }, provider: ethereumWallet().provider })
  expect(await names()).toEqual(['Alpha'])
})

it('a flood of wallets is bounded, and crowds out no other kind', async () => {
  for (let index = 0; index < 100; index++) {
    announce({ info: info(`A${index}`), provider: ethereumWallet().provider })
    register({ ...solanaWallet('S').wallet, name: `S${index}` })
  }
  page.ethereum = { ...ethereumWallet().provider, isRabby: true }
  const wallets = await open().discover()
  expect(wallets.length).toBeLessThanOrEqual(WALLET_LIMIT)
  expect(new Set(wallets.map(({ source }) => source))).toEqual(
    new Set(['eip6963', 'legacy', 'wallet-standard']),
  )
})

describe('wallets that come later', () => {
  it('are told together, and keep the handles that are known', async () => {
    announce({ info: info('First'), provider: ethereumWallet().provider })
    const relay = open()
    vi.useFakeTimers()
    const before = await relay.discover()
    announce({ info: info('Second'), provider: ethereumWallet().provider })
    register(solanaWallet('Third').wallet)
    expect(relay.events).toEqual([])
    await vi.advanceTimersByTimeAsync(100)
    expect(relay.events).toMatchObject([
      { type: 'wallets', wallets: [before[0], { name: 'Second' }, { name: 'Third' }] },
    ])
  })

  it('are not looked for before the frame asks, nor heard of once it is gone', async () => {
    const requested = vi.fn()
    addEventListener('eip6963:requestProvider', requested)
    const relay = open()
    expect(requested).not.toHaveBeenCalled()
    await relay.discover()
    expect(requested).toHaveBeenCalledOnce()
    vi.useFakeTimers()
    relay.close()
    announce({ info: info('Late'), provider: ethereumWallet().provider })
    register(solanaWallet('Later').wallet)
    await vi.advanceTimersByTimeAsync(100)
    expect(relay.events).toEqual([])
    removeEventListener('eip6963:requestProvider', requested)
  })
})

it('handles are the relay’s own: another one knows none of them', async () => {
  announce({ info: info('Alpha'), provider: ethereumWallet().provider })
  const handle = await open().find('Alpha')
  const next = open()
  const before = await next.fail({ verb: 'connect', handle, isSilent: true })
  await next.discover()
  expect([before, await next.fail({ verb: 'connect', handle, isSilent: true })]).toMatchObject([
    { reason: 'gone' },
    { reason: 'gone' },
  ])
})
