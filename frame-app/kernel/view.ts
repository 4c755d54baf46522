import { readWay } from '@vitrine/shared/login/registry.ts'
import type { Kept } from '../session/storage.ts'
import type { KeptText, Kernel } from '../ui/kernel-context.ts'
import type { WalletOperations } from '../wallet/operations.ts'
import type { Chains } from './chains.ts'
import type { KernelExternal } from './external.ts'
import type { Notices } from './notices.ts'
import type { KernelScreens } from './screens.ts'
import type { Server } from './server.ts'
import type { KernelSession } from './session.ts'

export interface ViewParts {
  readonly server: Server
  readonly user: KernelSession
  readonly screens: KernelScreens
  readonly wallets: WalletOperations
  readonly external: KernelExternal
  readonly chains: Chains
  readonly notices: Notices
  readonly hostOrigin: string
  readonly askSite: Kernel['askSite']
  readonly navigate: Kernel['navigate']
}

/** The kernel as the screens have it. */
export function screensView({
  server,
  user,
  screens,
  wallets,
  external,
  chains,
  notices,
  hostOrigin,
  askSite,
  navigate,
}: ViewParts): Kernel {
  const { appId, storage, config, locale } = server
  const { session, calls, captcha, logout } = user
  const keptAt = (name: Kept, key: () => string | null): KeptText => ({
    read() {
      const at = key()
      return at && storage.recall(name, at)
    },
    write(text) {
      const at = key()
      if (at) storage.remember(name, at, text)
    },
  })
  const kept = (name: Kept) => keptAt(name, () => appId)
  /** Kept for who is logged in at that moment. */
  const ofUser = (name: 'recipients' | 'holdings' | 'funding' | 'transfers' | 'lastMfa', of = '') =>
    keptAt(name, () => {
      const snapshot = session.current.get()
      return snapshot.status === 'authenticated' ? `${appId}:${snapshot.user.id}${of}` : null
    })
  return {
    get app() {
      return config.app()
    },
    hostOrigin,
    askSite,
    navigate,
    config: config.current,
    appearance: config.appearance,
    locale,
    lastLogin: () => readWay(storage.recall('lastLogin', appId) ?? ''),
    greeting: kept('greeting'),
    keptBy: kept,
    recipients: ofUser('recipients'),
    lastMfa: ofUser('lastMfa'),
    keptOfUser: (kept, address) => ofUser(kept, `:${address}`),
    session: session.current,
    screens: screens.queue,
    captcha: captcha.checks,
    tellFlow: status => notices.emit('flowStatus', status),
    operations: {
      calls,
      acceptTerms: signal => calls.changeUser('/users/me/accept_terms', {}, signal),
      ...wallets,
      createWalletsOnLogin: wallets.createOnLogin,
      logout,
    },
    ...external,
    ...chains,
  }
}
