import type { FrameServerOptions } from '@vitrine/shared/bridge/frame.ts'
import type { FrameHandlers, HostNotice } from '@vitrine/shared/bridge/methods.ts'
import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import type { Kernel } from '../ui/kernel-context.ts'
import type { VaultClient } from '../vault/client.ts'
import { createBridge } from './bridge.ts'
import { createChains } from './chains.ts'
import { createKernelExternal, type ExternalParts } from './external.ts'
import { createKernelLogins } from './logins.ts'
import { createNotices } from './notices.ts'
import { createKernelScreens, type ScreensParts } from './screens.ts'
import { connectServer } from './server.ts'
import { createKernelSession } from './session.ts'
import type { ViewParts } from './view.ts'
import type { Waiting } from './waiting/waiting.ts'
import { createKernelWallets } from './wallets.ts'

export interface KernelOptions {
  readonly boot: ReadFrameBoot
  /** The pinned origin. */
  readonly hostOrigin: string
  readonly frame: Window & typeof globalThis
  readonly vault: VaultClient
  /** Brings the screen of a kind. */
  loadScreens: ScreensParts['load']
  isScreenHere: ScreensParts['isHere']
  /** What a person sees, and what a call is read with, until then; `null`: it did not come. */
  readonly waiting: Promise<Waiting | null>
  /** Once the screens are there: what nobody waits for comes after them. */
  readonly screensLoaded: Promise<void>
  deliver(notice: HostNotice): void
  /** The token of the site's own login, asked of the page. */
  askSite(): Promise<string | null | undefined>
  readonly navigate: Kernel['navigate']
  readonly askWallets: ExternalParts['askWallets']
}

export interface RunningKernel {
  /** What the screens' `Kernel` is made of; the code for that comes with them. */
  readonly view: ViewParts
  readonly handlers: FrameHandlers
  isAuthenticated(...needs: Partial<Parameters<FrameServerOptions['isAuthenticated']>>): boolean
  readonly onRefused: Required<FrameServerOptions>['onRefused']
  readonly onUnknown: Required<FrameServerOptions>['onUnknown']
  readonly restored: Promise<void>
  /** Settles when the page has said hello with options that hold. */
  readonly configured: Promise<void>
  /** Brings the code of a session's calls ahead of the first of them, and connects the page's providers. Never rejects. */
  prefetch(): Promise<unknown>
}

/** Puts the parts together, each from those above it. The only place that knows all of them. */
export function startKernel(options: KernelOptions): RunningKernel {
  const { boot, hostOrigin, frame, vault, screensLoaded, waiting, askSite, navigate } = options
  const { captchaOrigin } = boot
  const notices = createNotices(options.deliver)
  let blocked: Promise<void> | undefined
  const server = connectServer({
    boot,
    frame,
    notices,
    onBlocked() {
      // The wallet works without it, until the page ends.
      blocked = import('./blocked-storage.ts').then(it => it.keepSession(view, options)).catch(() => {})
    },
  })
  const { config } = server
  const user = createKernelSession({ server, frame, vault, captchaOrigin })
  const { session, complete, outcome, refreshUser } = user
  const ethereum = () => chains.ethereum()
  const external = createKernelExternal({
    server,
    user,
    hostOrigin,
    askWallets: options.askWallets,
    ethereum,
  })
  const { connected } = external
  const screens = createKernelScreens({
    boot,
    config,
    notices,
    outcome,
    connected,
    locale: server.locale,
    load: options.loadScreens,
    isHere: options.isScreenHere,
    waiting,
  })
  const wallets = createKernelWallets({
    server,
    user,
    screens,
    external,
    notices,
    vault,
    frame,
    ethereum,
  })
  const { perform } = wallets
  const chains = createChains({
    server,
    session,
    notices,
    perform,
    external,
    frame,
    hostOrigin,
    requests: user.requests,
  })
  const logins = createKernelLogins({ server, user, screens, wallets, notices, askSite })

  const view = { server, user, screens, wallets, external, chains, notices, hostOrigin, askSite, navigate }
  const restored = session.restore().then(() => blocked)
  // A session from storage may be stale or revoked: ask, without making the page wait.
  void restored.then(() => {
    if (session.current.get().status === 'authenticated') refreshUser().catch(() => {})
  })

  const around = { hostOrigin, restored, screensLoaded, waiting }
  const handlers = createBridge({
    server,
    user,
    screens,
    wallets,
    external,
    chains,
    logins,
    notices,
    ...around,
  })
  return {
    view,
    handlers,
    isAuthenticated: needs =>
      complete.get().status === 'authenticated' || (needs === 'or-wallet' && !!connected.get().wallets[0]),
    onRefused(during, { code, message }) {
      // Every failure of it is an event, too (specification §8).
      if (during === 'createWallet') notices.emit('error', { code, message, during })
    },
    onUnknown(...argument) {
      void import('../config/tell-unknown.ts').then(
        ({ tellUnknown }) => tellUnknown(notices, ...argument),
        () => {},
      )
    },
    restored,
    configured: config.configured,
    prefetch: () =>
      Promise.allSettled([
        user.prefetch(),
        chains.ethereum(),
        waiting.then(code => code?.followSession(user, options.loadScreens)),
      ]),
  }
}
