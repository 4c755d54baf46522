import { ready, type Start, type ToDocument, type ToFrame, toFrame } from '../secrets/messages.ts'

/** The frame's end of the port to a secrets document. */
export interface SecretsDocument {
  /** Whom to encrypt for. Settles when the document has said so; rejects when it is gone. */
  readonly recipient: Promise<string>
  tell(message: ToDocument): void
  /** Ends what was between the two; the document is told nothing. */
  end(): void
}

export interface DocumentEvents {
  onMessage(message: Exclude<ToFrame, { event: 'recipient' }>): void
  /** Another document stands there now, or this one anew: what was said before is lost. */
  onLost(): void
}

/**
 * Meets the secrets document in one window: an embedded one, or one that was opened to print. What it must guarantee:
 *  - it hears that window alone, and only a document of no origin in it, as the sandbox makes it;
 *  - the port is handed over once. A document of another load stands there because somebody navigated the window: it gets nothing. One
 *    that repeats itself has not had its answer yet, as on a slow device. That no other document comes into an embedded window is for the frame's `frame-src` to keep (`frameHeaders`).
 * @param target the window, once there is one
 */
export function meetDocument(
  own: Window,
  target: () => Window | null,
  start: () => Start,
  events: DocumentEvents,
): SecretsDocument {
  let port: MessagePort | null = null
  let load: string | null = null
  let isLost = false
  let settle = (_: string) => {}
  let fail = () => {}
  const recipient = new Promise<string>((resolve, reject) => {
    settle = resolve
    fail = () => reject(new DOMException('The document is gone', 'AbortError'))
  })
  // Who asks for it hears of it; nobody has to.
  recipient.catch(() => undefined)

  const end = () => {
    own.removeEventListener('message', listener)
    port?.close()
    fail()
  }
  const listener = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source === null || source !== target() || origin !== 'null') return
    const said = ready.safeParse(data)
    if (!said.success || isLost || said.data.load === load) return
    if (port) {
      isLost = true
      end()
      return events.onLost()
    }
    load = said.data.load
    const channel = new MessageChannel()
    port = channel.port1
    port.onmessage = ({ data: said }: MessageEvent<unknown>) => {
      const message = toFrame.safeParse(said)
      if (!message.success) return
      if (message.data.event === 'recipient') settle(message.data.recipient)
      else events.onMessage(message.data)
    }
    // No origin can be named: a sandboxed document has none.
    target()?.postMessage(start(), '*', [channel.port2])
  }
  own.addEventListener('message', listener)
  return { recipient, tell: message => port?.postMessage(message), end }
}
