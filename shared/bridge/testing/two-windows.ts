import { vi } from 'vitest'
import { HOST, WALLET } from './fixtures.ts'

interface Delivery {
  readonly source: unknown
  readonly origin: string
  readonly data: unknown
  readonly ports?: readonly MessagePort[]
}

/**
 * A page's window and the frame's window in it, with `postMessage` as browsers do it (target origin respected, source and
 * origin set by the browser). Both ends listen on one event target; each tells its own messages by their source.
 */
export function twoWindows() {
  const target = new EventTarget()
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('addEventListener', target.addEventListener.bind(target))
  vi.stubGlobal('removeEventListener', target.removeEventListener.bind(target))

  const deliver = ({ ports = [], ...delivery }: Delivery) =>
    target.dispatchEvent(Object.assign(new Event('message'), { ...delivery, ports }))
  const sent: { to: 'host' | 'frame'; data: unknown; targetOrigin: string; ports: readonly MessagePort[] }[] =
    []

  const hostWindow = {
    postMessage(data: unknown, targetOrigin: string) {
      sent.push({ to: 'host', data, targetOrigin, ports: [] })
      if (targetOrigin === HOST) deliver({ source: frameWindow, origin: WALLET, data })
    },
  }
  const frameWindow = {
    postMessage(data: unknown, targetOrigin: string, ports: readonly MessagePort[] = []) {
      sent.push({ to: 'frame', data, targetOrigin, ports })
      if (targetOrigin === WALLET) deliver({ source: hostWindow, origin: HOST, data, ports })
    },
  }
  const iframe = Object.assign(new EventTarget(), { contentWindow: frameWindow })

  return {
    /** As the browser would deliver it; a test forges what it likes. */
    deliver,
    /** Every `postMessage`, delivered or not. */
    sent,
    hostWindow: hostWindow as unknown as Window,
    frameWindow: frameWindow as unknown as Window,
    iframe: iframe as unknown as HTMLIFrameElement,
  }
}
