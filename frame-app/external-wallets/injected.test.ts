import { describe, expect, it, vi } from 'vitest'
import { createInjectedWallets } from './injected.ts'
import { createRelayClient } from './relay-client.ts'
import { FIRST, metamask, ok, openPage, phantom, rainbow, refused, SECOND, SOLANA } from './testing/page.ts'

const { signal } = new AbortController()
const held = (accounts: string[], chainId: number | null = 1) => ok({ accounts, chainId })

function open(answers: Parameters<typeof openPage>[0] = {}) {
  const page = openPage({ connect: () => held([FIRST.toLowerCase(), SECOND]), ...answers })
  const wallets = createInjectedWallets(createRelayClient({ wallets: page.wallets, timeouts: () => ({}) }))
  return { page, wallets, connect: (wallet = metamask) => wallets.connect(wallet, false, signal) }
}

describe('a wallet of the page that is connected', () => {
  it('has its accounts with their checksums, its chain, and what it is known by', async () => {
    const line = await open().connect()
    expect([line.accounts(), line.chainId(), line.walletClientType]).toEqual([[FIRST, SECOND], 1, 'metamask'])
    expect(line.kept).toEqual({
      walletClientType: 'metamask',
      connectorType: 'injected',
      chainType: 'ethereum',
      id: 'io.metamask',
      name: 'MetaMask',
      address: FIRST,
    })
  })

  it('has none of the other chain’s accounts, and each of its own once', async () => {
    const { connect } = open({ connect: () => held([SOLANA, FIRST, FIRST.toLowerCase()]) })
    expect((await connect()).accounts()).toEqual([FIRST])
    const solana = open({ connect: () => held([FIRST, SOLANA], null) })
    const line = await solana.connect(phantom)
    expect([line.accounts(), line.connectorType, line.chainId()]).toEqual([[SOLANA], 'solana_adapter', null])
  })

  it('goes by its own name, also where the page gives it the handle of another', async () => {
    const { connect } = open({ connect: () => held([FIRST, SOLANA]) })
    const first = await connect()
    const over = vi.fn()
    first.on(over)
    const second = await connect({ ...rainbow, handle: metamask.handle })
    expect([first.accounts(), over.mock.calls]).toEqual([[], [[{ type: 'disconnect' }]]])
    expect([second.meta.name, second.accounts()]).toEqual(['Rainbow', [FIRST]])
    const third = await connect({ ...phantom, handle: metamask.handle })
    expect([third.chainType, third.accounts()]).toEqual(['solana', [SOLANA]])
    expect(await connect({ ...phantom, handle: metamask.handle })).toBe(third)
  })

  it('is none without an account', async () => {
    for (const accounts of [[], [SOLANA]])
      await expect(open({ connect: () => held(accounts) }).connect()).rejects.toMatchObject({
        data: { eipCode: 4100 },
      })
  })

  it('tells of another account and another chain, once each', async () => {
    const { wallets, connect } = open()
    const line = await connect()
    const heard = vi.fn()
    line.on(heard)
    wallets.hear({ type: 'accounts', handle: 'h1', accounts: [SECOND.toLowerCase()] })
    wallets.hear({ type: 'accounts', handle: 'h1', accounts: [SECOND] })
    wallets.hear({ type: 'chain', handle: 'h1', chainId: 137 })
    wallets.hear({ type: 'chain', handle: 'h1', chainId: 137 })
    expect(heard.mock.calls.flat()).toEqual([
      { type: 'accounts', accounts: [SECOND] },
      { type: 'chain', chainId: 137 },
    ])
    expect([line.accounts(), line.chainId()]).toEqual([[SECOND], 137])
  })

  it('hears nothing that is told of another wallet', async () => {
    const { wallets, connect } = open()
    const line = await connect()
    const heard = vi.fn()
    line.on(heard)
    for (const handle of ['h2', 'nobody', 'constructor', '__proto__']) {
      wallets.hear({ type: 'accounts', handle, accounts: [SECOND] })
      wallets.hear({ type: 'disconnect', handle })
    }
    expect([heard.mock.calls, line.accounts()]).toEqual([[], [FIRST, SECOND]])
  })

  it('is over when it says so, or has no account left, and is asked for nothing more', async () => {
    const ends: Parameters<ReturnType<typeof createInjectedWallets>['hear']>[0][] = [
      { type: 'disconnect', handle: 'h1' },
      { type: 'accounts', handle: 'h1', accounts: [] },
      { type: 'accounts', handle: 'h1', accounts: [SOLANA] },
    ]
    for (const event of ends) {
      const { page, wallets, connect } = open()
      const line = await connect()
      const heard = vi.fn()
      line.on(heard)
      wallets.hear(event)
      wallets.hear({ type: 'accounts', handle: 'h1', accounts: [FIRST] })
      expect(heard.mock.calls.flat()).toEqual([{ type: 'disconnect' }])
      const before = page.asked.length
      await expect(
        line.ask('personal_sign', { address: FIRST, message: '0x' }, signal),
      ).rejects.toMatchObject({
        data: { eipCode: 4900 },
      })
      expect(page.asked).toHaveLength(before)
    }
  })

  it('is over when the page does not know its handle any more', async () => {
    const { connect } = open({ personal_sign: () => refused(null, 'gone') })
    const line = await connect()
    const heard = vi.fn()
    line.on(heard)
    const asked = line.ask('personal_sign', { address: FIRST, message: '0x' }, signal)
    await expect(asked).rejects.toMatchObject({ data: { eipCode: 4900 } })
    expect(heard).toHaveBeenCalledExactlyOnceWith({ type: 'disconnect' })
  })

  it('is the same one when it is connected again, with the account that it then has', async () => {
    const { page, connect } = open()
    const line = await connect()
    page.answers.connect = () => held([SECOND])
    expect(await connect()).toBe(line)
    expect(line.accounts()).toEqual([SECOND])
    expect(await connect(rainbow)).not.toBe(line)
  })

  it('is not made by an answer that comes after its person left', async () => {
    const leaving = new AbortController()
    const { wallets } = open({
      connect() {
        leaving.abort(new Error('left'))
        return held([FIRST])
      },
    })
    await expect(wallets.connect(metamask, false, leaving.signal)).rejects.toThrow('left')
  })

  it('is where it says to be after it was told to go elsewhere', async () => {
    const { connect } = open({
      wallet_switchEthereumChain: () => ok(null),
      accounts: () => held([FIRST], 137),
    })
    const line = await connect()
    await line.ask('wallet_switchEthereumChain', { chainId: 137 }, signal)
    expect(line.chainId()).toBe(137)
  })
})
