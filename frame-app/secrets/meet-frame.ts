import { type Ready, type Start, start, type ToDocument, type ToFrame, toDocument } from './messages.ts'

/** How often the document says that it is there, in ms, until the frame answers. */
const SAY_EVERY_MS = 250
/** After so long there is no frame. */
const LIMIT_MS = 30_000

/** The one port between the document and its frame. */
export interface FramePort {
  tell(message: ToFrame): void
  onMessage(take: (message: ToDocument) => void): void
}

/**
 * Finds the frame that embeds the document, or that opened it as a window. What it must guarantee:
 *  - it listens to that one window, and only while a document of the wallet origin is in it: a site that embeds or opens this document
 *    by itself is not heard, and is told nothing but that it is there;
 *  - it takes one port, once; every other message to the window is dropped.
 * @returns `null`: nobody is there who has something to do
 */
export function meetFrame(own: Window): Promise<{ readonly start: Start; readonly port: FramePort } | null> {
  const frame: Window | null = own.parent === own ? own.opener : own.parent
  // Sandboxed, the document has no origin, and its address still says whose it is.
  const { origin } = own.location
  if (frame === null) return Promise.resolve(null)
  return new Promise(resolve => {
    const end = () => {
      clearInterval(saying)
      clearTimeout(limit)
      own.removeEventListener('message', listener)
    }
    const listener = (event: MessageEvent<unknown>) => {
      if (event.source !== frame || event.origin !== origin) return
      const message = start.safeParse(event.data)
      const [port] = event.ports
      if (!message.success || !port) return
      end()
      resolve({ start: message.data, port: framePort(port) })
    }
    const ready: Ready = { to: 'vitrine:secrets-frame', event: 'ready', load: crypto.randomUUID() }
    const announce = () => frame.postMessage(ready, origin)
    const saying = setInterval(announce, SAY_EVERY_MS)
    const limit = setTimeout(() => {
      end()
      resolve(null)
    }, LIMIT_MS)
    own.addEventListener('message', listener)
    announce()
  })
}

const framePort = (port: MessagePort): FramePort => ({
  tell: message => port.postMessage(message),
  onMessage(take) {
    port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = toDocument.safeParse(data)
      if (message.success) take(message.data)
    }
  },
})
