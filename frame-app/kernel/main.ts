/**
 * The frame's first step: pins the site's origin, restores the session and answers the page, without React.
 */
import './no-generated-code.ts'
import { type FrameServer, serveFrame } from '@vitrine/shared/bridge/frame.ts'
import { type FrameBoot, frameBoot } from '@vitrine/shared/config/app-config.ts'
import { createVaultClient } from '../vault/client.ts'
import { spawnVaultWorker } from '../vault/spawn-worker.ts'
import { embeddingOf, pinHostOrigin } from './host-origin.ts'
import { startKernel } from './kernel.ts'
import { showPlainPage } from './plain-page.ts'
import { createUiLoader, whenIdle } from './ui-loader.ts'

function readBoot(): FrameBoot {
  const block = document.getElementById('vitrine-boot')
  return frameBoot.parse(JSON.parse(block?.textContent ?? ''))
}

function start(root: HTMLElement): void {
  const boot = readBoot()
  const pinned = pinHostOrigin(embeddingOf(window), boot.app.allowed_domains)
  if (!pinned.ok) {
    showPlainPage(root, pinned.reason, boot.app)
    return
  }

  const ui = createUiLoader(root, () => running.kernel)
  const running = startKernel({
    boot,
    hostOrigin: pinned.origin,
    frame: window,
    vault: createVaultClient(spawnVaultWorker),
    loadScreens: ui.load,
    deliver: notice => server.notify(notice),
  })
  // The handshake runs while the session is restored; `hello` waits for it.
  const server: FrameServer = serveFrame({
    host: window.parent,
    hostOrigin: pinned.origin,
    handlers: running.handlers,
    isAuthenticated: running.isAuthenticated,
  })
  // A failure here is the next request's to report, with a person to read it.
  void running.restored.then(() => whenIdle(() => void ui.load().catch(() => {})))
}

start(document.getElementById('root') ?? document.body)
