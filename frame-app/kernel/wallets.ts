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
export function createKernelWallets({
  server: { appId, http, config, now },
  user: { session, requests, refreshUser },
  screens,
  notices,
  vault,
  frame,
}: WalletsParts): WalletOperations {
  const embedded = () => config.current.get().embeddedWallets
  const load = lazily(async () => {
    const { createWalletOperations } = await import('../wallet/operations.ts')
    return createWalletOperations({
      appId,
      http,
      requests,
      vault,
      now,
      session,
      notices,
      asks: {
        recover: () => screens.show<'recover'>({ kind: 'recover' }),
        setRecovery: purpose => screens.show<'set-recovery'>({ kind: 'set-recovery', purpose }),
      },
      locks: frame.navigator.locks,
      config: embedded,
      refreshUser,
    })
  })
  let wasAuthenticated = false
  session.current.subscribe(() => {
    const isNew = !wasAuthenticated
    wasAuthenticated = session.current.get().status === 'authenticated'
    // A failure is the use's to report.
    if (wasAuthenticated && isNew) load().catch(() => {})
  })
  return createWallets({ notices, load, config: embedded })
}
