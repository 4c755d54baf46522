import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createExternalWallets } from './external-wallets.ts'
import type { Connected, WalletConnection } from './ports.ts'
import { FIRST, metamask, ok, openPage, phantom, rainbow, refused, SECOND, SOLANA } from './testing/page.ts'
import type { ChainId } from './testing/settings.ts'
import { settingsOf } from './testing/settings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { signal } = new AbortController()
const held = (accounts: string[], chainId: number | null = 1) => ok({ accounts, chainId })

interface Options {
  readonly stored?: Map<string, string>
  readonly config?: Parameters<typeof settingsOf>[0]
  readonly own?: readonly string[]
  readonly phone?: WalletConnection | null
}

function open(answers: Parameters<typeof openPage>[0] = {}, options: Options = {}) {
  const { stored = new Map<string, string>(), own = [] } = options
  const page = openPage({
    discover: () => ok({ wallets: [metamask, rainbow, phantom] }),
    connect: call => held('handle' in call && call.handle === 'h2' ? [SECOND] : [FIRST, SECOND]),
    disconnect: () => ok(null),
    ...answers,
  })
  const published: Connected[] = []
  const chains: [string, ChainId][] = []
  const kept = (name: string) => ({
    read: () => stored.get(name) ?? null,
    write: (text: string) => void (text ? stored.set(name, text) : stored.delete(name)),
  })
  const phones = vi.fn(async () => ({
    connect: async () => Promise.reject(new TypeError('No phone')),
    restore: async () => options.phone ?? null,
  }))
  const wallets = createExternalWallets({
    wallets: page.wallets,
    config: () => settingsOf(options.config ?? {}),
    storage: kept('connections'),
    recent: kept('recent'),
    publish: connected => published.push(connected),
    own: () => own,
    onChain: ({ address }, chainId) => chains.push([address, chainId]),
    now: () => 5,
    phones,
  })
  return {
    page,
    wallets,
    stored,
    chains,
    phones,
    addresses: () => wallets.connected.get().map(({ address }) => address),
    shown: () => published.at(-1),
    keep: async (wallet = metamask) => wallets.keep(await wallets.connectInjected(wallet, signal)),
  }
}

describe('wallets that are connected', () => {
  it('are shown as nobody’s, the one that came last first, and kept for the next visit', async () => {
    const { keep, shown, stored, wallets, chains } = open()
    await keep()
    await keep(rainbow)
    expect(shown()?.wallets.map(it => [it.address, it.custody, it.walletIndex, it.walletClientType])).toEqual(
      [
        [SECOND, 'external', null, 'rainbow'],
        [FIRST, 'external', null, 'metamask'],
      ],
    )
    expect([shown()?.active, wallets.recent(), chains]).toEqual([
      SECOND,
      ['rainbow', 'metamask'],
      [
        [FIRST, 1],
        [SECOND, 1],
      ],
    ])
    expect(stored.get('connections')).toContain(FIRST)
  })

  it('are chosen by their address, as those that were made here are; no others', async () => {
    const { keep, wallets, shown, addresses } = open({}, { own: ['0xown'] })
    await keep()
    await keep(rainbow)
    wallets.setActive(FIRST.toLowerCase())
    expect([addresses(), shown()?.active]).toEqual([[FIRST, SECOND], FIRST])
    wallets.setActive('0xown')
    expect(shown()?.active).toBe('0xown')
    for (const address of ['0xother', '', SOLANA.toLowerCase()])
      expect(() => wallets.setActive(address)).toThrow(expect.objectContaining({ code: 'not_found' }))
    expect(shown()?.active).toBe('0xown')
  })

  it('are one entry for one account, of the line that came last', async () => {
    const { keep, addresses, page, wallets } = open({ connect: () => held([FIRST]) })
    await keep()
    await keep(rainbow)
    expect(addresses()).toEqual([FIRST])
    expect(wallets.connectionOf(FIRST, 'ethereum')?.walletClientType).toBe('rainbow')
    expect(page.asked.at(-1)).toEqual({ verb: 'disconnect', handle: 'h1' })
  })

  it('go with the account that their app has in use, and stay the active one', async () => {
    const { keep, addresses, wallets, shown } = open()
    await keep()
    wallets.onRelayEvent({ type: 'accounts', handle: 'h1', accounts: [SECOND, FIRST] })
    expect([addresses(), shown()?.active]).toEqual([[SECOND], SECOND])
    expect(wallets.connectionOf(FIRST, 'ethereum')).not.toBeNull()
    wallets.onRelayEvent({ type: 'accounts', handle: 'h1', accounts: [SECOND] })
    expect(wallets.connectionOf(FIRST, 'ethereum')).toBeNull()
  })

  it('end with their line, and nothing of them is kept', async () => {
    const { keep, addresses, wallets, shown, stored } = open()
    await keep()
    wallets.onRelayEvent({ type: 'disconnect', handle: 'h1' })
    expect([addresses(), shown(), stored.has('connections')]).toEqual([
      [],
      { wallets: [], active: null },
      false,
    ])
    await keep()
    await wallets.disconnect(FIRST)
    expect(addresses()).toEqual([])
    await wallets.disconnect(FIRST)
  })

  it.each([
    undefined,
    null,
    'accounts',
    { type: 'accounts', handle: 'h1' },
    { type: 'accounts', handle: 'h1', accounts: ['0xevil'] },
    { type: 'accounts', handle: 'h1', accounts: Array(65).fill(SECOND) },
    { type: 'accounts', handle: 'h2', accounts: [SECOND] },
    { type: 'chain', handle: 'h1', chainId: '0x89' },
    { type: 'wallets', wallets: [{ ...metamask, icon: 'https://evil.example/pixel.png' }] },
  ])('do not change by %j', async event => {
    const { keep, addresses, wallets } = open()
    await keep()
    const { detected } = wallets
    const before = detected.get()
    wallets.onRelayEvent(event)
    expect([addresses(), detected.get()]).toEqual([[FIRST], before])
  })
})

describe('a flood of what the page tells', () => {
  it('leaves one wallet with its last account, and one that is kept', async () => {
    const { keep, addresses, wallets, shown, stored } = open()
    await keep()
    const accountAt = (place: number) => `0x${place.toString(16).padStart(40, '0')}`
    for (let place = 1; place <= 1_000; place++) {
      wallets.onRelayEvent({ type: 'accounts', handle: 'h1', accounts: [accountAt(place)] })
      wallets.onRelayEvent({ type: 'accounts', handle: `none${place}`, accounts: [FIRST] })
      wallets.onRelayEvent({ type: 'wallets', wallets: [] })
    }
    expect(addresses().map(address => address.toLowerCase())).toEqual([accountAt(1_000)])
    expect(shown()?.wallets).toHaveLength(1)
    expect(JSON.parse(stored.get('connections') ?? '').wallets).toHaveLength(1)
    expect(wallets.detected.get().wallets).toEqual([])
  })
})

describe('after a reload', () => {
  const storedBy = async (...wallets: (typeof metamask)[]) => {
    const first = open()
    for (const wallet of wallets) await first.keep(wallet)
    return first.stored
  }

  it('one that is not found again is no longer the active one, whoever announces its address later', async () => {
    const stored = await storedBy(metamask)
    const { wallets, shown, addresses } = open({ connect: () => refused(4100) }, { stored })
    await wallets.restore()
    expect([addresses(), shown()]).toEqual([[], { wallets: [], active: null }])
    expect(stored.has('connections')).toBe(false)
  })

  it.each([
    ['too many', (row: unknown) => Array(33).fill(row)],
    ['of another shape', (row: unknown) => [{ ...(row as object), connectedAt: 'now' }]],
    [
      'of an endless name',
      (row: { kept: object }) => [{ ...row, kept: { ...row.kept, name: 'n'.repeat(65) } }],
    ],
  ])('what is kept is read within its limits: %s are none', async (_, poison) => {
    const stored = await storedBy(metamask)
    const text = JSON.parse(stored.get('connections') ?? '')
    stored.set('connections', JSON.stringify({ ...text, wallets: poison(text.wallets[0]) }))
    const { wallets, page, addresses } = open({}, { stored })
    await wallets.restore()
    expect([addresses(), page.asked]).toEqual([[], []])
  })

  it('wallets are found again without asking anybody, and the active one is that again', async () => {
    const stored = await storedBy(rainbow, metamask)
    const { wallets, page, addresses, shown } = open({}, { stored })
    await wallets.restore()
    expect(addresses().toSorted()).toEqual([FIRST, SECOND].toSorted())
    expect(shown()?.active).toBe(FIRST)
    const connects = page.asked.filter(({ verb }) => verb === 'connect')
    expect(connects.map(call => 'isSilent' in call && call.isSilent)).toEqual([true, true])
    expect(wallets.connected.get()[0]?.connectedAt).toBe(5)
  })

  it.each([
    ['has another account', () => held([SECOND])],
    ['has no account here any more', () => held([])],
    ['says no', () => refused(4001)],
  ])('one that %s is forgotten', async (_, connect) => {
    const stored = await storedBy(metamask)
    const { wallets, addresses } = open({ connect }, { stored })
    await wallets.restore()
    expect([addresses(), stored.has('connections')]).toEqual([[], false])
  })

  it('one that is not in the page any more is waited for, and forgotten', async () => {
    const stored = await storedBy(metamask)
    const { wallets, addresses } = open({ discover: () => ok({ wallets: [rainbow] }) }, { stored })
    const restored = wallets.restore()
    await vi.advanceTimersByTimeAsync(3_000)
    await restored
    expect([addresses(), stored.has('connections')]).toEqual([[], false])
  })

  it('one that announces itself late is found', async () => {
    const stored = await storedBy(metamask)
    const { wallets, addresses } = open({ discover: () => ok({ wallets: [] }) }, { stored })
    const restored = wallets.restore()
    await vi.advanceTimersByTimeAsync(1_000)
    wallets.onRelayEvent({ type: 'wallets', wallets: [metamask] })
    await restored
    expect(addresses()).toEqual([FIRST])
  })

  it('what could not be learnt is kept for the next visit', async () => {
    const stored = await storedBy(metamask)
    const { wallets, addresses } = open({ discover: () => undefined }, { stored })
    await wallets.restore()
    expect([addresses(), wallets.detected.get().status, stored.has('connections')]).toEqual([
      [],
      'failed',
      true,
    ])
  })

  it.each(['', 'no json', '{}', '[]', '{"wallets":[{"kept":{"address":7}}],"active":null}'])(
    'storage that holds %j holds nothing',
    async text => {
      const { wallets, page, addresses } = open({}, { stored: new Map([['connections', text]]) })
      await wallets.restore()
      expect([addresses(), page.asked]).toEqual([[], []])
    },
  )

  it('a phone is found by its topic', async () => {
    const line = await open().wallets.connectInjected(metamask, signal)
    const kept = { ...line.kept, connectorType: 'wallet_connect_v2' as const, topic: 't1' }
    const phone: WalletConnection = { ...line, connectorType: 'wallet_connect_v2', kept }
    const first = open()
    first.wallets.keep(phone)
    const { wallets, addresses, page } = open({}, { stored: first.stored, phone })
    await wallets.restore()
    expect([addresses(), page.asked]).toEqual([[FIRST], []])
  })

  it('nothing is restored where the site takes no wallets of other apps', async () => {
    const stored = await storedBy(metamask)
    const { wallets, addresses, keep } = open({}, { stored, config: { isDisabled: true } })
    await wallets.restore()
    expect([addresses(), stored.has('connections')]).toEqual([[], true])
    await expect(keep()).rejects.toMatchObject({ code: 'not_supported' })
  })
})

describe('looking for wallets', () => {
  it('asks the page once, and again after it failed', async () => {
    const { wallets, page } = open({ discover: () => undefined })
    wallets.discover()
    wallets.discover()
    await vi.advanceTimersByTimeAsync(0)
    expect([wallets.detected.get().status, page.asked]).toHaveLength(2)
    expect(page.asked).toHaveLength(1)
    page.answers.discover = () => ok({ wallets: [metamask] })
    wallets.discover()
    expect(wallets.detected.get().status).toBe('looking')
    await vi.advanceTimersByTimeAsync(0)
    expect(wallets.detected.get()).toEqual({ status: 'known', wallets: [metamask] })
  })

  it('has failed when the page’s script knows nothing of it', async () => {
    const { wallets } = open({ discover: () => new Promise(() => {}) })
    wallets.discover()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(wallets.detected.get().status).toBe('failed')
  })
})

describe('the chain that a site names', () => {
  const config = { defaultChain: 137 as const }

  it('is where an Ethereum wallet is brought when it is connected', async () => {
    const { wallets } = open(
      { wallet_switchEthereumChain: () => ok(null), accounts: () => held([FIRST], 137) },
      { config },
    )
    expect((await wallets.connectInjected(metamask, signal)).chainId()).toBe(137)
  })

  it('is no condition: who declines is connected all the same', async () => {
    const { wallets } = open({ wallet_switchEthereumChain: () => refused(4001) }, { config })
    expect((await wallets.connectInjected(metamask, signal)).chainId()).toBe(1)
  })

  it('is none of Solana’s, and none where the site named none', async () => {
    const solana = open({ connect: () => held([SOLANA], null) }, { config })
    await solana.wallets.connectInjected(phantom, signal)
    const unnamed = open()
    await unnamed.wallets.connectInjected(metamask, signal)
    for (const { page } of [solana, unnamed]) expect(page.asked.map(({ verb }) => verb)).toEqual(['connect'])
  })
})
