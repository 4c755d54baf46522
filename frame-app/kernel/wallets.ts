import { lazily } from '../core/lazy.ts'
import type { Shows } from '../requests/context.ts'
import type { VaultClient } from '../vault/client.ts'
import type { WalletOperations } from '../wallet/operations.ts'
import { createWallets } from '../wallet/wallets.ts'
import type { Notices } from './notices.ts'
import type { Server } from './server.ts'
import type { KernelSession } from './session.ts'

export interface WalletsParts {
  readonly server: Server
  readonly user: KernelSession
  readonly screens: Shows
  readonly notices: Notices
  readonly vault: VaultClient
  readonly frame: Window
}

/** The wallet operations. Their code comes with the first that is used, or with a session, ahead of its use. */
export function createKernelWallets(parts: WalletsParts): WalletOperations {
  const load = lazily(async () => (await import('./wallet-operations.ts')).startWalletOperations(parts))
  // A failure is the use's to report.
  parts.user.onBegin(() => load().catch(() => {}))
  return createWallets({
    notices: parts.notices,
    load,
    config: () => parts.server.config.current.get().embeddedWallets,
  })
}
