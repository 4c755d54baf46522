import { appConfig } from '@vitrine/shared/config/app-config.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { effectiveConfig } from '../config/effective.ts'
import { createStore } from '../core/store.ts'
import type { WalletConnectParts } from '../external-wallets/wallet-connect/wallet-connect.ts'
import type { SessionSnapshot } from '../session/session.ts'
import { externalWallet, user, wallet } from '../ui/testing/fake-kernel.ts'
import { fakeConnection } from '../wallet-login/testing/fake-wallets.ts'
import type { ExternalParts } from './external.ts'
import { startExternalWallets } from './wallet-apps.ts'

const started: WalletConnectParts[] = []
const line = fakeConnection({ address: externalWallet.address, chainId: 137 })
// WalletConnect itself has tests of its own, on a relay: here it is what it is given.
vi.mock('../external-wallets/wallet-connect/wallet-connect.ts', () => ({
  createWalletConnect: async (parts: WalletConnectParts) => {
    started.push(parts)
    return { connect: async () => line, restore: async () => line }
  },
}))
beforeEach(() => void started.splice(0))

const hostOrigin = 'https://shop.example'
const { signal } = new AbortController()

async function open(options: object = {}) {
  const app = appConfig.parse({
    ...{ id: 'app_demo', name: 'Lumen Goods', data_classification: 'public', verification_key: '' },
    ...{
      icon_url: null,
      wallet_connect_relay_url: 'wss://relay.example',
      wallet_connect_cloud_project_id: 'project',
    },
  })
  const effective = effectiveConfig(app, options)
  if (!effective.ok) throw new TypeError(effective.message)
  const kept = new Map<string, string>()
  const switchTo = vi.fn()
  const publish = vi.fn()
  const session = createStore<SessionSnapshot>({ status: 'authenticated', user, wallets: [wallet] })
  const wallets = await startExternalWallets(
    {
      server: {
        appId: 'app_demo',
        config: { app: () => app, current: { get: () => effective.config } },
        storage: {
          recall: (name: string, at: string) => kept.get(`${name} ${at}`) ?? null,
          remember: (name: string, at: string, text: string) => kept.set(`${name} ${at}`, text),
        },
      },
      user: { session: { current: session } },
      ...{ hostOrigin, askWallets: () => new Promise(() => {}) },
      ethereum: async () => ({ chains: effective.config.chains.supported, switchTo }),
    } as unknown as ExternalParts,
    publish,
  )
  return { wallets, kept, publish, switchTo, app, config: effective.config }
}
const pair = { chainType: 'ethereum', signal, onUri() {} } as const

test('a phone is reached by the app’s relay, for its chains, the default one first, in the name of the site', async () => {
  const { wallets, config } = await open()
  expect(started).toEqual([])
  await wallets.connectPhone(pair)
  await wallets.connectPhone(pair)
  expect(started).toHaveLength(1)
  const [first] = started[0]?.chains.ethereum ?? []
  expect(first).toBe(config.chains.default.id)
  expect(new Set(started[0]?.chains.ethereum)).toEqual(new Set(config.chains.supported.map(({ id }) => id)))
  expect(started[0]).toMatchObject({
    ...{ appId: 'app_demo', projectId: 'project', relayUrl: 'wss://relay.example' },
    chains: { solana: config.solana.map(({ chain }) => chain) },
    metadata: { name: 'Lumen Goods', url: hostOrigin, icons: [] },
  })
})

test('it is kept for this app and page alone, told to the page, and dapps go to its chain where the app has that', async () => {
  const { wallets, kept, publish, switchTo, config } = await open()
  wallets.keep(await wallets.connectPhone(pair))
  expect([...kept.keys()].sort()).toEqual([
    'connections app_demo:https://shop.example',
    'recent_wallets app_demo:https://shop.example',
  ])
  expect(publish.mock.lastCall?.[0]).toMatchObject({
    wallets: [{ custody: 'external' }],
    active: line.accounts()[0],
  })
  const known = config.chains.supported.some(({ id }) => id === 137)
  await vi.waitFor(() =>
    expect(switchTo.mock.calls).toEqual(known ? [[137, line.accounts()[0]?.toLowerCase()], [137]] : []),
  )
  // A wallet that was made here can be put first as well.
  wallets.setActive(wallet.address)
  expect(publish.mock.lastCall?.[0].active).toBe(wallet.address)
})
