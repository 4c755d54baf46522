// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { announce, clearPage, ethereumWallet, info, register, solanaWallet } from './testing/fake-wallets.ts'
import { closeAll, open } from './testing/opened.ts'

const OTHER = `0x${'2'.repeat(40)}`

afterEach(() => {
  closeAll()
  clearPage()
})

async function connectedEthereum(change: (wallet: ReturnType<typeof ethereumWallet>) => void = () => {}) {
  const wallet = ethereumWallet()
  change(wallet)
  announce({ info: info('Alpha'), provider: wallet.provider })
  const relay = open()
  const handle = await relay.find('Alpha')
  await relay.ask({ verb: 'connect', handle, isSilent: false })
  return { ...wallet, relay, handle }
}
async function connectedSolana() {
  const wallet = solanaWallet('Beta')
  register(wallet.wallet)
  const relay = open()
  const handle = await relay.find('Beta')
  await relay.ask({ verb: 'connect', handle, isSilent: false })
  return { ...wallet, relay, handle }
}

describe('a connected Ethereum wallet', () => {
  it('tells of its accounts and its chain, once each', async () => {
    const { relay, handle, emit, address } = await connectedEthereum()
    emit('accountsChanged', [address])
    emit('accountsChanged', [OTHER, address])
    emit('accountsChanged', [OTHER, address])
    emit('chainChanged', '0xa')
    emit('chainChanged', 10)
    const told = [
      { type: 'accounts', handle, accounts: [OTHER, address] },
      { type: 'chain', handle, chainId: 10 },
    ]
    await vi.waitFor(() => expect(relay.events).toEqual(told))
    emit('chainChanged', '8453')
    await vi.waitFor(() => expect(relay.events).toEqual([...told, { type: 'chain', handle, chainId: 8453 }]))
  })

  it.each([
    ['accountsChanged', undefined],
    ['accountsChanged', 'text'],
    [
      'accountsChanged',
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('No.')
          },
        },
      ),
    ],
    ['chainChanged', 'x'.repeat(10_000_000)],
    ['chainChanged', { chainId: '0xa' }],
    ['chainChanged', undefined],
  ])('that says %s of nothing is not heard (%#)', async (event, payload) => {
    const { relay, emit, listeners } = await connectedEthereum()
    emit(event, payload)
    expect([relay.events, listeners()]).toEqual([[], 3])
  })

  it.each([
    ['without an account', 'accountsChanged', [], { type: 'accounts', accounts: [] }],
    ['that has disconnected', 'disconnect', { code: 4900 }, { type: 'disconnect' }],
  ])('%s is at its end: nothing more is heard of it', async (_name, event, payload, told) => {
    const { relay, handle, emit, listeners } = await connectedEthereum()
    emit(event, payload)
    await vi.waitFor(() => expect(relay.events).toEqual([{ handle, ...told }]))
    expect(listeners()).toBe(0)
  })

  it('whose own line broke and is made again is still connected', async () => {
    const { relay, handle, emit, answers, asked } = await connectedEthereum()
    emit('disconnect', { code: 1013 })
    await vi.waitFor(() => expect(asked.at(-1)?.method).toBe('eth_accounts'))
    emit('chainChanged', '0xa')
    await vi.waitFor(() => expect(relay.events).toEqual([{ type: 'chain', handle, chainId: 10 }]))
    answers.eth_accounts = () => []
    emit('disconnect', { code: 1013 })
    await vi.waitFor(() => expect(relay.events.at(-1)).toEqual({ type: 'disconnect', handle }))
  })

  it.each([
    ['has no events', { on: undefined, removeListener: undefined }],
    [
      'throws when it is listened to',
      {
        on: () => {
          throw new Error('No.')
        },
        removeListener: () => {
          throw new Error('No.')
        },
      },
    ],
  ])('that %s is connected and left all the same', async (_name, methods) => {
    const { relay, handle } = await connectedEthereum(({ provider }) => Object.assign(provider, methods))
    expect(await relay.ask({ verb: 'disconnect', handle })).toBeNull()
  })

  it('is listened to once, however often it is connected', async () => {
    const { relay, handle, listeners } = await connectedEthereum()
    await relay.ask({ verb: 'connect', handle, isSilent: true })
    expect(listeners()).toBe(3)
    relay.close()
    expect(listeners()).toBe(0)
  })
})

describe('a connected Solana wallet', () => {
  it('tells of its accounts, and that it has none any more', async () => {
    const { relay, handle, change, account, listeners } = await connectedSolana()
    const other = solanaWallet('Other').account
    change([account])
    change([other, account])
    await vi.waitFor(() =>
      expect(relay.events).toEqual([
        { type: 'accounts', handle, accounts: [other.address, account.address] },
      ]),
    )
    change([])
    await vi.waitFor(() => expect(relay.events.at(-1)).toEqual({ type: 'accounts', handle, accounts: [] }))
    expect(listeners()).toBe(0)
  })

  it('is one that a sign-in has connected, too', async () => {
    const { wallet, change, listeners } = solanaWallet('Beta')
    register(wallet)
    const relay = open()
    const handle = await relay.find('Beta')
    await relay.answer({ verb: 'solana:signIn', handle, input: {} as never })
    expect(listeners()).toBe(1)
    change([])
    await vi.waitFor(() => expect(relay.events).toEqual([{ type: 'accounts', handle, accounts: [] }]))
  })
})

it('wallets that nobody has connected are not listened to', async () => {
  const ethereum = ethereumWallet()
  ethereum.answers.eth_accounts = () => []
  const solana = solanaWallet('Beta')
  announce({ info: info('Alpha'), provider: ethereum.provider })
  register(solana.wallet)
  const relay = open()
  await relay.ask({ verb: 'connect', handle: await relay.find('Alpha'), isSilent: true })
  expect([ethereum.listeners(), solana.listeners()]).toEqual([0, 0])
})
