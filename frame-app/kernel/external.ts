import type { PageCall } from '@vitrine/shared/bridge/wallet-relay.ts'
import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import { lazily } from '../core/lazy.ts'
import { createStore, type ReadableStore } from '../core/store.ts'
import type { RunningExternalWallets } from '../external-wallets/external-wallets.ts'
import type { Connected } from '../external-wallets/ports.ts'
import type { Server } from './server.ts'
import type { KernelSession } from './session.ts'

export interface ExternalParts {
  readonly server: Server
  readonly user: Pick<KernelSession, 'session'>
  /** The pinned origin: what is connected to one site is not to another. */
  readonly hostOrigin: string
  /** Asks the wallets in the page. */
  askWallets(call: PageCall): Promise<unknown>
  ethereum(): Promise<EthereumNetworks>
}

/** The person's own wallet apps. Nothing of them is loaded before somebody connects one, or has one connected. */
export interface KernelExternal {
  readonly connected: ReadableStore<Connected>
  /** Settles when those of an earlier visit are found again, or not. */
  readonly reconnected: Promise<unknown>
  /** @throws VitrineError `service_unavailable` */
  externalWallets(): Promise<RunningExternalWallets>
}

export function createKernelExternal(parts: ExternalParts): KernelExternal {
  const { appId, storage, config } = parts.server
  const connected = createStore<Connected>({ wallets: [], active: null })
  const externalWallets = lazily(async () => {
    const { loadWalletApps } = await import('./external-wallets.ts')
    return (await loadWalletApps()).startExternalWallets(parts, connected.set)
  })
  return {
    connected,
    externalWallets,
    reconnected: config.configured
      .then(async () => {
        if (storage.recall('connections', `${appId}:${parts.hostOrigin}`))
          await (await externalWallets()).restore()
      })
      .catch(() => {}),
  }
}
