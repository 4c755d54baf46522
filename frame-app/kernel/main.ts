/**
 * The frame's first step: pins the site's origin, restores the session and answers the page, without React.
 */
import '../core/no-generated-code.ts'
import { type FrameServer, serveFrame } from '@vitrine/shared/bridge/frame.ts'
import { frameBoot, type ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { fetchSoon } from '../core/bring-files.ts'
import { whenIdle } from '../core/when-idle.ts'
import { createLazyVaultClient } from '../vault/lazy-client.ts'
import { embeddingOf, pinHostOrigin } from './host-origin.ts'
import { startKernel } from './kernel.ts'
import { createUiLoader } from './ui-loader.ts'

function readBoot(): ReadFrameBoot {
  const block = document.getElementById('vitrine-boot')
  return frameBoot.parse(JSON.parse(block?.textContent ?? ''))
}

function start(root: HTMLElement): void {
  const boot = readBoot()
  const pinned = pinHostOrigin(embeddingOf(window), boot.app.allowed_domains)
  if (!pinned.ok) {
    const { reason } = pinned
    void import('./plain-page.ts').then(({ showPlainPage }) => showPlainPage(root, reason, boot.app))
    return
  }

  const ui = createUiLoader(root, () => running.view)
  const running = startKernel({
    boot,
    hostOrigin: pinned.origin,
    frame: window,
    vault: createLazyVaultClient(async () => (await import('../vault/start.ts')).startVault(boot.app.id)),
    loadScreens: ui.load,
    isScreenHere: ui.isHere,
    waiting: import('./waiting/waiting.ts').then(
      ({ waiting }) => waiting,
      () => null,
    ),
    screensLoaded: ui.loaded,
    deliver: notice => server.notify(notice),
    askSite: () => server.customAccessToken(),
    navigate: url => server.navigate(url),
    askWallets: call => server.wallets(call),
  })
  // The handshake runs while the session is restored; `hello` waits for it.
  const server: FrameServer = serveFrame({
    host: window.parent,
    hostOrigin: pinned.origin,
    handlers: running.handlers,
    isAuthenticated: running.isAuthenticated,
    onRefused: running.onRefused,
    onUnknown: running.onUnknown,
  })
  // The screens' files come while the page answers, and are not run yet: a login right at `ready` waits for no journey.
  for (const { dataset } of document.querySelectorAll<HTMLLinkElement>('link[data-soon]'))
    fetchSoon(dataset.soon ?? '')
  // A failure here is the next request's to report, with a person to read it.
  void running.configured.then(() => whenIdle(() => void ui.load('login').catch(() => {})))
  void ui.loaded.then(running.prefetch)
}

start(document.getElementById('root') ?? document.body)
