import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import { configuredChains } from '@vitrine/shared/config/networks.ts'
import { expect, vi } from 'vitest'
import { createEthereumNetworks } from '../../chains/ethereum/networks.ts'
import { localPerform } from '../../chains/ethereum/testing/local-signer.ts'
import { mergeChains } from '../../config/chains.ts'
import type { EffectiveConfig } from '../../config/effective.ts'
import { createStore } from '../../core/store.ts'
import type { SessionSnapshot } from '../../session/session.ts'
import type { Kernel } from '../../ui/kernel-context.ts'
import { user } from '../../ui/testing/fake-kernel.ts'
import type { HoldingsSource } from '../ports.ts'

export const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

// What a network brings at its first request: on a busy machine that takes longer than a read may.
await Promise.all([
  import('../../chains/ethereum/client.ts'),
  import('../../chains/ethereum/prepare.ts'),
  import('../../chains/ethereum/send.ts'),
])

/**
 * An app in front of real networks, for somebody who is logged in.
 * @param chains `AppConfig.chains`
 * @param storage what outlives a reload
 */
export function openPortfolioApp(chains: readonly object[], storage = new Map<string, string>()) {
  const configured = configuredChains.parse(chains)
  const effective = mergeChains(configured, undefined, undefined).value
  const app = { chains: configured } as unknown as AppConfig
  const recall = (kept: string, key: string) => storage.get(`vitrine:${kept}:${key}`) ?? null
  const remember = (kept: string, key: string, value: string) =>
    void storage.set(`vitrine:${kept}:${key}`, value)
  const session = createStore<SessionSnapshot>({ status: 'authenticated', user, wallets: [] })
  const networks = createEthereumNetworks({
    appId: 'app_1',
    hostOrigin: 'https://shop.example',
    storage: { recall, remember },
    session,
    notices: { emit: () => {} },
    perform: localPerform,
    frame: new EventTarget() as unknown as Window,
    locks: undefined,
    app: () => app,
    chains: () => effective,
    onConfigChange: () => {},
    pendingPollMs: 20,
  })
  const kernel: Pick<Kernel, 'ethereum' | 'solana' | 'config' | 'keptOfUser'> = {
    ethereum: async () => networks,
    solana: () => Promise.reject(new TypeError('The test has no Solana')),
    config: createStore({ chains: effective, solana: [] } as unknown as EffectiveConfig),
    keptOfUser: (kept, address) => ({
      read: () => recall(kept, address),
      write: text => remember(kept, address, text),
    }),
  }
  leaving.push(() => {
    storage.clear()
    session.set({ status: 'anonymous' })
  })
  return { kernel, networks, storage }
}

const leaving: (() => void)[] = []

/** Logs the person out of each app, and forgets what they sent: it would be followed, and sent again, on the chain of the next test. */
export function leaveApps(): void {
  for (const leave of leaving.splice(0)) leave()
}

/** Until no read is under way. */
export async function settled({ store }: HoldingsSource) {
  await vi.waitFor(() => expect(store.get().isRefreshing).toBe(false), { timeout: 15_000, interval: 10 })
  return store.get()
}
