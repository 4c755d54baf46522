import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EthereumNetworks } from '../chains/ethereum/ports.ts'
import type { EmbeddedWallets } from '../config/embedded-wallets.ts'
import { lazily, lazyObject } from '../core/lazy.ts'
import type { VaultClient } from '../vault/client.ts'
import type { WalletOperations } from '../wallet/operations.ts'
import type { KernelExternal } from './external.ts'
import type { Notices } from './notices.ts'
import type { KernelScreens } from './screens.ts'
import type { Server } from './server.ts'
import type { KernelSession } from './session.ts'

export interface WalletsParts {
  readonly server: Server
  readonly user: KernelSession
  readonly screens: KernelScreens
  readonly external: KernelExternal
  ethereum(): Promise<EthereumNetworks>
  readonly notices: Notices
  readonly vault: VaultClient
  readonly frame: Window
}

/** The wallet operations. Their code comes with the first that is used, or with a session, ahead of its use. */
export function createKernelWallets(parts: WalletsParts): WalletOperations {
  const load = lazily(async () => (await import('./wallet-operations.ts')).startWalletOperations(parts))
  // A failure is the use's to report.
  parts.user.onBegin(() => load().catch(() => {}))
  return createLazyWallets({
    notices: parts.notices,
    load,
    config: () => parts.server.config.current.get().embeddedWallets,
  })
}

interface LazyWalletsParts {
  readonly notices: Pick<Notices, 'emit'>
  config(): Pick<EmbeddedWallets, 'ethereum' | 'solana'>
  /** Brings the operations' code. @throws VitrineError */
  load(): Promise<WalletOperations>
}

/** The wallet operations as the kernel has them from the start; their code comes with the first that is used. */
export function createLazyWallets({ config, load, notices }: LazyWalletsParts): WalletOperations {
  /** A creation whose code does not come has failed, which the page is told as of every other. */
  const loadToCreate = () =>
    load().catch((error: VitrineError) => {
      const { code, message } = error
      notices.emit('error', { code, message, during: 'createWallet' })
      throw error
    })
  return {
    ...lazyObject(loadToCreate, ['create', 'createFirst', 'createWithRecovery']),
    ...lazyObject(load, [
      'openHere',
      'recover',
      'recoveryOf',
      'setRecovery',
      'startVault',
      'signMessage',
      'perform',
      'exportKey',
      'beginImport',
      'importKey',
      'mfa',
      'delegates',
    ]),
    async createOnLogin(signal, recovery) {
      const { ethereum, solana } = config()
      if (ethereum.createOnLogin !== 'off' || solana.createOnLogin !== 'off')
        await (await loadToCreate()).createOnLogin(signal, recovery)
    },
  }
}
