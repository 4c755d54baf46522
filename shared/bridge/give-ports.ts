/**
 * The page's end of the bridge, first half: the frame gets a port. The second half is `host.ts`, which speaks over it.
 *
 * Guarantee: a port is given to the wallet origin's document in our own iframe, and to nobody else.
 *
 * Steps: 1 the frame announces itself with a nonce · 2 the page checks source, origin, shape · 3 it answers with one end
 * of a new MessageChannel. A second announcement means that the frame was loaded again: the steps run anew.
 *
 * penpal's own WindowMessenger is not used: it posts its first message to `*` and answers the version-6 handshake
 * before it looks at the sender's origin.
 */
import type { FrameAnnouncement, PortDelivery } from './protocol.ts'

export interface PortOptions {
  readonly iframe: HTMLIFrameElement
  /** The wallet origin, exactly as `MessageEvent.origin` spells it. */
  readonly walletOrigin: string
  /** Ends it. */
  readonly signal: AbortSignal
  /** Runs what is in it when the page may have taken all listeners away (`document.open()`). */
  readonly mounts: (() => void)[]
  /** Our end. It keeps what the frame says until somebody listens (HTML, "message ports": the port message queue). */
  onPort(port: MessagePort): void
  /** The document that had the other end is gone. */
  onLost(reason: string): void
  /** What has loaded is no frame: a refusal page, or an error page of the browser. */
  onRefused(): void
}

/** Gives each document of the frame a port. */
export function givePorts(options: PortOptions) {
  const { iframe, walletOrigin, signal, mounts, onPort, onLost, onRefused } = options
  let announcedSinceLoad = false

  const onMessage = ({ source, origin, data }: MessageEvent<FrameAnnouncement>) => {
    const frame = iframe.contentWindow
    if (!frame || source !== frame) return
    if (origin !== walletOrigin) return
    if (data?.vitrine !== 'frame') return
    announcedSinceLoad = true
    onLost('loaded again')
    const { port1, port2 } = new MessageChannel()
    onPort(port1)
    frame.postMessage({ vitrine: 'port', nonce: data.nonce } satisfies PortDelivery, walletOrigin, [port2])
  }

  // A load without an announcement is a document that is not ours: an error page, the refusal page, or the blank one of a
  // page that holds the frame back until somebody has consented. The last alone can be read from here.
  const onLoad = () => {
    if (!announcedSinceLoad) {
      onLost('unloaded')
      if (!iframe.contentDocument) onRefused()
    }
    announcedSinceLoad = false
  }

  // Listeners that are still there stay single.
  const listen = () => {
    addEventListener('message', onMessage, { signal })
    iframe.addEventListener('load', onLoad, { signal })
  }
  mounts.push(listen)
  listen()
}
