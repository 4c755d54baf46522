// @vitest-environment jsdom
import { WALLET, WALLET_FIXTURE } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { type RelayEvent, relayAnswer } from '@vitrine/shared/bridge/wallet-relay.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createVitrine } from './create-vitrine.ts'
import { createLater } from './later.ts'
import { loadFrame, next, PARTS, preparePage } from './testing/fake-page.ts'
import { openRelay } from './wallet-relay/relay.ts'
import { announce, clearPage, ethereumWallet, info } from './wallet-relay/testing/fake-wallets.ts'

const OPTIONS = { appId: 'app_1', walletOrigin: WALLET, eip6963: false }
const EXTERNAL = {
  ...WALLET_FIXTURE,
  address: '0x00000000000000000000000000000000000000E1',
  walletIndex: null,
  walletClientType: 'metamask',
  connectorType: 'injected',
  recoveryMethod: null,
}
const made: { destroy(): void }[] = []
const keep = <T extends { destroy(): void }>(it: T): T => {
  made.push(it)
  return it
}

beforeEach(preparePage)
afterEach(() => {
  for (const one of made.splice(0)) one.destroy()
  clearPage()
  vi.unstubAllGlobals()
})

const createReady = async (...given: Parameters<typeof loadFrame>) => {
  const vitrine = keep(createVitrine(OPTIONS, PARTS))
  const frame = keep(loadFrame(...given))
  await vitrine.ready
  return { vitrine, frame }
}

it('passes on connectWallet and setActiveWallet, which need nobody to be logged in', async () => {
  const connectWallet = vi.fn(() => ({ wallet: EXTERNAL }))
  const setActiveWallet = vi.fn()
  const { vitrine } = await createReady({ connectWallet, setActiveWallet }, () => false)
  const options = { walletList: ['metamask'], description: 'Yours' } as const
  expect(await vitrine.connectWallet(options)).toEqual({ wallet: EXTERNAL })
  expect(connectWallet).toHaveBeenCalledExactlyOnceWith(options)
  await vitrine.setActiveWallet(EXTERNAL)
  expect(setActiveWallet).toHaveBeenCalledExactlyOnceWith({ address: EXTERNAL.address })
})

it('shows connected wallets without a login, the active one first for its providers too', async () => {
  const { vitrine, frame } = await createReady()
  const accounts = vi.fn()
  vitrine.ethereum.on('accountsChanged', accounts)
  const tell = async (wallets: (typeof WALLET_FIXTURE)[]) => {
    const changed = next(vitrine, 'walletsChanged')
    frame.notify({ type: 'state', state: { authenticated: false, user: null, wallets } })
    await changed
  }
  await tell([EXTERNAL])
  await tell([EXTERNAL, WALLET_FIXTURE])
  await tell([WALLET_FIXTURE, EXTERNAL])
  expect(vitrine.state).toMatchObject({
    authenticated: false,
    user: null,
    wallets: [WALLET_FIXTURE, EXTERNAL],
  })
  expect(accounts.mock.calls).toEqual([
    [[EXTERNAL.address]],
    [[EXTERNAL.address, WALLET_FIXTURE.address]],
    [[WALLET_FIXTURE.address, EXTERNAL.address]],
  ])
})

describe('the wallets in the page', () => {
  const asked = async (frame: ReturnType<typeof loadFrame>, call: Parameters<typeof frame.wallets>[0]) =>
    relayAnswer.parse(await frame.wallets(call))
  const findAlpha = async (frame: ReturnType<typeof loadFrame>) => {
    const answered = await asked(frame, { verb: 'discover' })
    const { wallets } = (answered as { value: { wallets: { handle: string; name: string }[] } }).value
    return wallets.find(({ name }) => name === 'Alpha')?.handle ?? 'none'
  }

  it('answer the frame, and tell it of what changes', async () => {
    const { provider, address, emit } = ethereumWallet()
    announce({ info: info('Alpha'), provider })
    const heard: RelayEvent[] = []
    const { frame } = await createReady({ walletEvent: event => void heard.push(event as RelayEvent) })
    const handle = await findAlpha(frame)
    expect(await asked(frame, { verb: 'connect', handle, isSilent: false })).toEqual({
      ok: true,
      value: { accounts: [address], chainId: 1 },
    })
    emit('chainChanged', '0xa')
    await vi.waitFor(() => expect(heard).toEqual([{ type: 'chain', handle, chainId: 10 }]))
  })

  it('are the document’s: the next one of the frame knows none, and what it asks anew is heard alone', async () => {
    const { provider, listeners } = ethereumWallet()
    announce({ info: info('Alpha'), provider })
    const { vitrine, frame } = await createReady()
    const handle = await findAlpha(frame)
    await asked(frame, { verb: 'connect', handle, isSilent: false })
    expect(listeners()).toBe(3)
    const again = next(vitrine, 'ready')
    const reloaded = keep(loadFrame())
    await again
    await vi.waitFor(() => expect(listeners()).toBe(0))
    expect(await asked(reloaded, { verb: 'connect', handle, isSilent: true })).toMatchObject({
      error: { reason: 'gone' },
    })
    expect(await findAlpha(reloaded)).not.toBe(handle)
  })

  it('are left alone when the instance is destroyed', async () => {
    const { provider, listeners } = ethereumWallet()
    announce({ info: info('Alpha'), provider })
    const { vitrine, frame } = await createReady()
    await asked(frame, { verb: 'connect', handle: await findAlpha(frame), isSilent: false })
    vitrine.destroy()
    await vi.waitFor(() => expect(listeners()).toBe(0))
  })

  it('whose code does not come are an answer, and the next question tries again', async () => {
    const bring = vi.fn(async () => ({ openRelay }))
    bring.mockRejectedValueOnce(new Error('vitrine-wallets did not load.'))
    const later = createLater(bring)
    const vitrine = keep(createVitrine(OPTIONS, { ...PARTS, later: async () => later }))
    const frame = keep(loadFrame())
    await vitrine.ready
    expect(await asked(frame, { verb: 'discover' })).toEqual({
      ok: false,
      error: { code: null, message: 'vitrine-wallets did not load.' },
    })
    expect(await asked(frame, { verb: 'discover' })).toMatchObject({ ok: true })
    expect(bring).toHaveBeenCalledTimes(2)
  })
})
