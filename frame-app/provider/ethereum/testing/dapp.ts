import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { configuredChains } from '@vitrine/shared/config/networks.ts'
import { vi } from 'vitest'
import { createEthereumNetworks } from '../../../chains/ethereum/networks.ts'
import { mergeChains } from '../../../config/chains.ts'
import { createStore } from '../../../core/store.ts'
import type { Connected, ExternalWallets, WalletConnection } from '../../../external-wallets/ports.ts'
import { ask } from '../../../requests/decide.ts'
import { toClientUser, toClientWallets } from '../../../session/client-user.ts'
import type { SessionSnapshot } from '../../../session/session.ts'
import { wireUserOf, wireWallet } from '../../../session/testing/session-fixtures.ts'
import { ethereumRequest } from '../request.ts'

export const FIRST = wireWallet(0).address
export const SECOND = wireWallet(1).address
export const OTHER = '0x9999999999999999999999999999999999999999'
export const HOST_ORIGIN = 'https://shop.example'
export const anonymous: SessionSnapshot = { status: 'anonymous' }

export const userWith = (count: number): SessionSnapshot => {
  const wire = wireUserOf(
    'user_1',
    Array.from({ length: count }, (_, index) => wireWallet(index)),
  )
  return { status: 'authenticated', user: toClientUser(wire), wallets: toClientWallets(wire) }
}

const NOBODY = 'http://127.0.0.1:1'
/** An app whose chain cannot be asked. */
export const WITHOUT_NODE = {
  chains: [{ id: 1, name: 'Ethereum', native_currency: { name: 'Ether', symbol: 'ETH', decimals: 18 } }],
}
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }

export interface DappOptions {
  /** `AppConfig.chains`; by default mainnet and Base, at endpoints where nobody answers. */
  readonly chains?: readonly object[]
  /** The page's `config.supportedChains`. */
  readonly supported?: Parameters<typeof mergeChains>[1]
  readonly enforceWalletUis?: boolean
  readonly showWalletUIs?: boolean
  readonly storage?: Map<string, string>
}

/** A page's dapp in front of the real handlers and networks; the person, the login and the signer are the test's. */
export function openDapp(snapshot: SessionSnapshot, options: DappOptions = {}) {
  const chains = configuredChains.parse(
    options.chains ?? [
      { id: 1, name: 'Ethereum', native_currency: ether, rpc_urls: [NOBODY] },
      { id: 8453, name: 'Base', native_currency: ether, rpc_urls: [NOBODY] },
    ],
  )
  const app = { chains, enforce_wallet_uis: options.enforceWalletUis ?? true } as unknown as AppConfig
  const storage = options.storage ?? new Map<string, string>()
  const session = createStore<SessionSnapshot>(snapshot)
  const told: { event: string; data: unknown }[] = []
  const notices = {
    emit: (name: string, payload: unknown) => {
      if (name === 'ethereum') told.push(payload as (typeof told)[number])
    },
  }
  const show = vi.fn(
    async (_request: unknown): Promise<unknown> => ({
      signature: '0xsigned',
      signedTransaction: '0xraw',
      hash: `0x${'ab'.repeat(32)}`,
      hashes: [`0x${'ab'.repeat(32)}`],
    }),
  )
  const perform = vi.fn(
    async (_wallet: unknown, _request: unknown): Promise<unknown> => ({ signature: '0xsilent' }),
  )
  const requestLogin = vi.fn(async () => session.set(userWith(0)))
  const createFirst = vi.fn(async () => session.set(userWith(1)))
  const signMessage = vi.fn(async () => ({ signature: '0xsilent' }))
  const connected = createStore<Connected>({ wallets: [], active: null })
  const bringToChain = vi.fn<ExternalWallets['bringToChain']>(async () => {})
  const connection = { meta: { name: 'MetaMask' } } as WalletConnection
  const disconnect = vi.fn(async (address: string) =>
    connected.set({ wallets: connected.get().wallets.filter(it => it.address !== address), active: null }),
  )
  const externalWallets = { bringToChain, disconnect, connectionOf: () => connection }
  const frame = new EventTarget()
  const networks = createEthereumNetworks({
    appId: 'app_1',
    hostOrigin: HOST_ORIGIN,
    storage: {
      recall: (kept, key) => storage.get(`vitrine:${kept}:${key}`) ?? null,
      remember: (kept, key, value) => void storage.set(`vitrine:${kept}:${key}`, value),
    },
    session,
    notices: notices as never,
    perform: perform as never,
    frame: frame as unknown as Window,
    locks: undefined,
    app: () => app,
    chains: () => mergeChains(chains, options.supported, undefined).value,
    onConfigChange: () => {},
  })
  const context = {
    app: () => app,
    hostOrigin: HOST_ORIGIN,
    config: {
      current: { get: () => ({ embeddedWallets: { showWalletUIs: options.showWalletUIs ?? true } }) },
    },
    session,
    connected,
    reconnected: Promise.resolve(),
    externalWallets: async () => externalWallets,
    notices,
    screens: { show },
    wallets: { createFirst, perform, signMessage },
    requestLogin,
    ethereum: async () => networks,
    ask: (request: never): unknown => ask(context as never, request),
  } as unknown as Parameters<typeof ethereumRequest>[0]
  const serve = ethereumRequest(context)
  return {
    request: async (argument: Parameters<typeof serve>[0]) => serve(argument),
    context,
    networks,
    session,
    connected,
    bringToChain,
    disconnect,
    storage,
    told,
    show,
    perform,
    signMessage,
    requestLogin,
    createFirst,
    /** As the browser tells the other tabs. */
    storageEvent: (key: string | null) => frame.dispatchEvent(Object.assign(new Event('storage'), { key })),
  }
}
