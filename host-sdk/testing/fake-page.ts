import { type FrameServer, serveFrame } from '@vitrine/shared/bridge/frame.ts'
import type { FrameHandlers } from '@vitrine/shared/bridge/methods.ts'
import { handlers, WALLET } from '@vitrine/shared/bridge/testing/fixtures.ts'
import { vi } from 'vitest'
import type { Parts } from '../frame-link.ts'
import { greetFrame } from '../greet-frame.ts'
import type { Vitrine } from '../instance.ts'
import { LATER } from '../whole-later.ts'

/** What comes later, at once. */
export const PARTS: Parts = {
  greeting: async () => ({ greetFrame }),
  later: async () => LATER,
}

/** The parts of a page that jsdom lacks: a secure context, `CSS.supports`, constructed style sheets, modal dialogs. */
export function preparePage() {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('CSS', { supports: () => true })
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  )
  Object.assign(document, { adoptedStyleSheets: [] })
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true
    },
    close(this: HTMLDialogElement) {
      this.open = false
    },
  })
}

export const dialog = () => document.querySelector('dialog')
export const iframe = () => {
  const element = document.querySelector('iframe')
  if (!element) throw new Error('There is no iframe in the page')
  return element
}

/**
 * The frame's document loads: the frame's real end of the bridge, over a real port. jsdom does not load the iframe, so its
 * `postMessage` is delivered by hand with the source and origin that a browser would set.
 */
export function loadFrame(replaced: Partial<FrameHandlers> = {}, isAuthenticated = () => true): FrameServer {
  const frameWindow = iframe().contentWindow
  if (!frameWindow) throw new Error('The iframe is not in the document')
  const host = {
    postMessage: (data: unknown) => deliver({ source: frameWindow, origin: WALLET, data }),
  } as unknown as Window
  frameWindow.postMessage = ((data: unknown, _targetOrigin: string, ports: MessagePort[]) => {
    deliver({ source: host, origin: location.origin, data, ports })
  }) as typeof frameWindow.postMessage
  return serveFrame({ host, hostOrigin: location.origin, handlers: handlers(replaced), isAuthenticated })
}

const deliver = (fields: Record<string, unknown>) =>
  window.dispatchEvent(Object.assign(new Event('message'), fields))

/** Resolves with the payload of the next such event. */
export const next = (vitrine: Vitrine, event: Parameters<Vitrine['on']>[0]) =>
  new Promise<unknown>(resolve => {
    const off = vitrine.on(event, payload => {
      off()
      resolve(payload)
    })
  })

/**
 * Lets go of instances. Each stays for 200 ms for a page that takes it again, which would be most of a test's time: that is over
 * at once.
 */
export async function withoutGrace(letGo: () => unknown): Promise<void> {
  const isOurs = !vi.isFakeTimers()
  if (isOurs) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await letGo()
  if (!isOurs) return
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
}
