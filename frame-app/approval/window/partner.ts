import { type ToFrame, toWindow } from '../view/window-messages.ts'

/** How often a window says that it is there, in ms, until a frame answers. */
const SAY_EVERY_MS = 250

export interface Partner {
  tell(message: ToFrame): void
  stop(): void
}

/**
 * Finds the frame that has a request for this window: who opened it, or a frame in the page that did. It says that it is there to
 * documents of this very origin alone, and takes its task from the first that answers, and from no other after that.
 */
export function findPartner(
  own: Window,
  opener: Window,
  onMessage: (message: ReturnType<typeof toWindow.parse>) => void,
): Partner {
  let partner: Window | null = null
  const candidates = () => [opener, ...Array.from({ length: opener.length }, (_, place) => opener[place])]
  const announce = () => {
    for (const candidate of candidates())
      candidate?.postMessage(
        { to: 'vitrine:approval-frame', event: 'ready' } satisfies ToFrame,
        own.location.origin,
      )
  }
  const listener = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (origin !== own.location.origin) return
    if (source !== (partner ?? source) || !candidates().includes(source as Window)) return
    const message = toWindow.safeParse(data)
    if (!message.success) return
    partner = source as Window
    clearInterval(timer)
    onMessage(message.data)
  }
  own.addEventListener('message', listener)
  const timer = setInterval(announce, SAY_EVERY_MS)
  announce()
  return {
    tell: message => partner?.postMessage(message, own.location.origin),
    stop() {
      clearInterval(timer)
      own.removeEventListener('message', listener)
    },
  }
}
