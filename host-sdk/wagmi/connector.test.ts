// @vitest-environment jsdom
import type { FrameServer } from '@vitrine/shared/bridge/frame.ts'
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { handlers, USER_FIXTURE, WALLET, WALLET_FIXTURE } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import * as wagmi3 from '@wagmi/core'
import { defineChain, SwitchChainError, UserRejectedRequestError } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as wagmi2 from 'wagmi-core-2'
import { createVitrine } from '../index.ts'
import { loadFrame, preparePage, withoutGrace } from '../testing/fake-page.ts'
import { type VitrineConnectorOptions, vitrineConnector } from './connector.ts'

const ADDRESS = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const LOGGED_IN = {
  authenticated: true,
  user: USER_FIXTURE,
  wallets: [{ ...WALLET_FIXTURE, address: ADDRESS }],
}
const LOGGED_OUT = { authenticated: false, user: null, wallets: [] }
const OPTIONS = { appId: 'app_1', walletOrigin: WALLET }

/** The versions that sites have; each of the calls below is in both. */
const VERSIONS = { 2: wagmi2 as unknown as typeof wagmi3, 3: wagmi3 }
let wagmi = wagmi3

const [one, ten] = [1, 10].map(id =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://node.example/${id}`] } },
    blockExplorers: { default: { name: 'Explorer', url: 'https://explorer.example' } },
  }),
) as [ReturnType<typeof defineChain>, ReturnType<typeof defineChain>]

const ended: { destroy(): void }[] = []

/** Ends what the test has made, as a reload does. An instance stays for a while, for who takes it again. */
async function leavePage() {
  await withoutGrace(() => {
    for (const one of ended.splice(0)) one.destroy()
  })
  await vi.waitFor(() => expect(document.querySelector('iframe')).toBeNull())
}

/** The frame's side of the Ethereum provider, as far as a connector needs it. */
class Frame {
  asked: string[] = []
  added: unknown
  isShown = true
  chainId = 1
  chains = [1, 10]
  isRefusing = false
  server: FrameServer | undefined
  state: { authenticated: boolean; user: object | null; wallets: object[] }

  constructor(state: typeof LOGGED_IN | typeof LOGGED_OUT) {
    this.state = state
  }

  tell(event: 'accountsChanged' | 'chainChanged' | 'connect', data: unknown) {
    this.server?.notify({ type: 'event', event: { name: 'ethereum', payload: { event, data } } })
  }

  change(state: typeof LOGGED_IN | typeof LOGGED_OUT) {
    this.state = state
    this.server?.notify({ type: 'state', state })
  }

  handlers: Partial<FrameHandlers> = {
    hello: async () => ({ ...(await handlers().hello({} as never)), state: this.state as never }),
    logout: () => {
      this.asked.push('logout')
      this.change(LOGGED_OUT)
    },
    ethereumRequest: ({ method, params }) => {
      this.asked.push(method)
      const accounts = this.isShown && this.state.authenticated ? [ADDRESS] : []
      const [first] = (params ?? []) as { chainId: string }[]
      if (this.isRefusing && method !== 'eth_accounts' && method !== 'eth_chainId')
        throw new VitrineError({
          type: 'client_error',
          code: 'user_rejected',
          message: 'User rejected the request.',
          data: { eipCode: 4001 },
        })
      switch (method) {
        case 'eth_accounts':
          return accounts
        case 'eth_requestAccounts':
          this.isShown = true
          if (!this.state.authenticated) this.change(LOGGED_IN)
          return [ADDRESS]
        case 'eth_chainId':
          return `0x${this.chainId.toString(16)}`
        case 'wallet_addEthereumChain':
          this.added = first
          this.chains.push(Number(first?.chainId))
          this.chainId = Number(first?.chainId)
          return null
        case 'wallet_switchEthereumChain':
          if (!this.chains.includes(Number(first?.chainId)))
            throw new VitrineError({
              type: 'client_error',
              code: 'unsupported_chain_id',
              message: 'The app does not have the chain.',
              data: { eipCode: 4902 },
            })
          this.chainId = Number(first?.chainId)
          this.tell('chainChanged', first?.chainId)
          return null
        case 'wallet_revokePermissions':
          this.isShown = false
          this.tell('accountsChanged', [])
          return null
        case 'personal_sign':
          return '0x01'
        default:
          throw new Error(method)
      }
    },
  }
}

/** What wagmi keeps, as over a reload. */
const memory = () => {
  const kept = new Map<string, string>()
  return wagmi.createStorage({
    storage: {
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: key => void kept.delete(key),
    },
  })
}

/** It listens to the wallets that the page announces, as long as nobody ends that: a later file of this process announces many. */
function wagmiConfig(parameters: Parameters<typeof wagmi.createConfig>[0]) {
  const config = wagmi.createConfig(parameters)
  ended.push({ destroy: () => config._internal.mipd?.destroy() })
  return config
}

function makePage(frame: Frame, storage = memory(), options: Partial<VitrineConnectorOptions> = {}) {
  const instance = createVitrine(OPTIONS)
  ended.push(instance)
  const config = wagmiConfig({
    chains: [one, ten],
    connectors: [vitrineConnector({ instance, ...options })],
    transports: { 1: wagmi.http(), 10: wagmi.http() },
    storage,
  })
  const load = () => {
    frame.server = loadFrame(frame.handlers)
    ended.push(frame.server)
    return instance.ready
  }
  return { config, instance, load, storage }
}

const connector = ({ connectors }: wagmi3.Config) => {
  const found = connectors.find(({ id }) => id === 'vitrine')
  if (!found) throw new Error('No connector')
  return found
}
const settled = (config: wagmi3.Config, status: string) =>
  vi.waitFor(() => expect(wagmi.getAccount(config).status).toBe(status))

afterEach(async () => {
  await leavePage()
  vi.unstubAllGlobals()
})

describe.each([2, 3] as const)('vitrineConnector, in wagmi %i', version => {
  beforeEach(() => {
    wagmi = VERSIONS[version]
    preparePage()
  })

  it('logs in, signs, and logs out, where a page does so by wagmi', async () => {
    const frame = new Frame(LOGGED_OUT)
    const { config, load } = makePage(frame)
    await load()
    const { accounts, chainId } = await wagmi.connect(config, { connector: connector(config) })
    expect([accounts, chainId]).toEqual([[ADDRESS], 1])
    expect(wagmi.getAccount(config)).toMatchObject({ address: ADDRESS, chainId: 1, status: 'connected' })
    expect(await wagmi.signMessage(config, { message: 'Hi' })).toBe('0x01')
    await wagmi.disconnect(config)
    expect(frame.asked).toContain('logout')
    expect(frame.asked).not.toContain('wallet_revokePermissions')
    expect(wagmi.getAccount(config).status).toBe('disconnected')
  })

  it('asked before the wallet is ready, connects as soon as it is', async () => {
    const { config, load } = makePage(new Frame(LOGGED_OUT))
    const connected = wagmi.connect(config, { connector: connector(config) })
    await load()
    expect((await connected).accounts).toEqual([ADDRESS])
  })

  it('finds the session again after a reload, without a dialog', async () => {
    const frame = new Frame(LOGGED_OUT)
    const first = makePage(frame)
    await first.load()
    await wagmi.connect(first.config, { connector: connector(first.config) })
    await leavePage()

    frame.asked = []
    const second = makePage(frame, first.storage)
    const found = wagmi.reconnect(second.config)
    await second.load()
    expect(await found).toMatchObject([{ accounts: [ADDRESS], chainId: 1 }])
    expect(wagmi.getAccount(second.config)).toMatchObject({ address: ADDRESS, status: 'connected' })
    expect(frame.asked).not.toContain('eth_requestAccounts')
  })

  it('opens nothing while wagmi reconnects and nobody is logged in', async () => {
    const frame = new Frame(LOGGED_OUT)
    const { config, load } = makePage(frame)
    const found = wagmi.reconnect(config)
    await load()
    expect(await found).toEqual([])
    await expect(connector(config).connect({ isReconnecting: true })).rejects.toThrow('Nobody is logged in.')
    expect(new Set(frame.asked)).toEqual(new Set(['eth_accounts']))
  })

  it('is not authorized where the wallet does not come', async () => {
    const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})
    const frame = new Frame(LOGGED_IN)
    frame.handlers = {
      hello() {
        throw clientError('invalid_origin', 'This page is not listed.')
      },
    }
    const { config, load } = makePage(frame)
    const authorized = connector(config).isAuthorized()
    await expect(load()).rejects.toMatchObject({ code: 'invalid_origin' })
    expect(await authorized).toBe(false)
    consoleError.mockRestore()
  })

  it('hears of a login and a logout that the page makes by itself', async () => {
    const frame = new Frame(LOGGED_OUT)
    const { config, load } = makePage(frame)
    await load()
    frame.change(LOGGED_IN)
    await settled(config, 'connected')
    expect(wagmi.getAccount(config).address).toBe(ADDRESS)
    frame.change(LOGGED_OUT)
    await settled(config, 'disconnected')
  })

  it('hides the accounts and keeps the login where `disconnect` is to log nobody out', async () => {
    const frame = new Frame(LOGGED_IN)
    const { config, instance, load, storage } = makePage(frame, memory(), { logoutOnDisconnect: false })
    await load()
    await settled(config, 'connected')
    await wagmi.disconnect(config)
    expect(frame.asked).not.toContain('logout')
    expect(instance.state.authenticated).toBe(true)
    expect(wagmi.getAccount(config).status).toBe('disconnected')

    await leavePage()
    const again = makePage(frame, storage, { logoutOnDisconnect: false })
    await again.load()
    // The wallet tells of its accounts, which this page may not see.
    expect(await connector(again.config).isAuthorized()).toBe(false)
    expect(wagmi.getAccount(again.config).status).toBe('disconnected')
    expect(await wagmi.reconnect(again.config)).toEqual([])
    expect(wagmi.getAccount(again.config).status).toBe('disconnected')
    await wagmi.connect(again.config, { connector: connector(again.config) })
    expect(wagmi.getAccount(again.config).address).toBe(ADDRESS)
  })

  it('switches chains, and adds one that the wallet does not have', async () => {
    const frame = new Frame(LOGGED_IN)
    const { config, load } = makePage(frame)
    await load()
    await settled(config, 'connected')
    expect((await wagmi.switchChain(config, { chainId: 10 })).id).toBe(10)
    expect(wagmi.getAccount(config).chainId).toBe(10)
    frame.chains = [10]
    await wagmi.switchChain(config, { chainId: 1 })
    expect(frame.added).toEqual({
      chainId: '0x1',
      chainName: 'Chain 1',
      nativeCurrency: one.nativeCurrency,
      rpcUrls: ['https://node.example/1'],
      blockExplorerUrls: ['https://explorer.example'],
    })
    expect(wagmi.getAccount(config).chainId).toBe(1)
    frame.isRefusing = true
    await expect(wagmi.switchChain(config, { chainId: 10 })).rejects.toBeInstanceOf(UserRejectedRequestError)
    await expect(connector(config).switchChain?.({ chainId: 5 })).rejects.toBeInstanceOf(SwitchChainError)
  })

  it('connects on the chain that is asked for', async () => {
    const frame = new Frame(LOGGED_IN)
    const { config, load } = makePage(frame)
    await load()
    expect((await connector(config).connect({ chainId: 10 })).chainId).toBe(10)
    expect(frame.chainId).toBe(10)
  })

  it('says by wagmi’s own class that the person refused', async () => {
    const frame = new Frame(LOGGED_OUT)
    const { config, load } = makePage(frame)
    await load()
    frame.isRefusing = true
    await expect(wagmi.connect(config, { connector: connector(config) })).rejects.toBeInstanceOf(
      UserRejectedRequestError,
    )
  })

  it('is in the list once, beside what the page announces by EIP-6963', async () => {
    const { config } = makePage(new Frame(LOGGED_OUT))
    dispatchEvent(new Event('eip6963:requestProvider'))
    expect(config.connectors.map(({ id, name }) => [id, name])).toEqual([['vitrine', 'Vitrine']])
    const plain = wagmiConfig({ chains: [one], transports: { 1: wagmi.http() }, storage: memory() })
    expect(plain.connectors.map(({ id }) => id)).toEqual(['app.vitrine'])
  })

  it('makes its own instance of options, which other parts of the page share', async () => {
    const config = wagmiConfig({
      chains: [one],
      connectors: [vitrineConnector({ ...OPTIONS, name: 'My wallet', icon: 'data:,' })],
      transports: { 1: wagmi.http() },
      storage: memory(),
    })
    expect(connector(config)).toMatchObject({ name: 'My wallet', icon: 'data:,' })
    const ethereum = await connector(config).getProvider()
    const shared = createVitrine(OPTIONS)
    expect(ethereum).toBe(shared.ethereum)
    ended.push(shared, shared)
  })
})
