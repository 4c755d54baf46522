import { type ToFrame, toWindow } from '../view/window-messages.ts'

/** How often a window without a request announces itself, in ms; with one, so that it learns of the end of its request. */
const ANNOUNCE_EVERY_MS = 250
const ASK_EVERY_MS = 2_000

type FromFrame = ReturnType<typeof toWindow.parse>
type Said = ToFrame extends infer M ? (M extends ToFrame ? Omit<M, 'to' | 'app'> : never) : never

export interface Partner {
  /** Says it to the frame that has the request. */
  tell(message: Said): void
  /** Asks for the state of the request now. */
  ask(): void
  stop(): void
}

/**
 * Finds the frame that has a request for this window: its opener, or a frame in the page that opened it. It announces itself to
 * documents of this very origin alone, takes its task from the first that has one, and from no other while that is there.
 * @param ready what it announces
 * @param onGone its opener is gone, and with it everybody that could answer
 */
export function findPartner(
  own: Window,
  opener: Window,
  appId: string,
  ready: () => Extract<Said, { event: 'ready' }>,
  onMessage: (message: FromFrame) => void,
  onGone: () => void,
): Partner {
  let partner: Window | null = null
  let isWaiting = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const candidates = () => [opener, ...Array.from({ length: opener.length }, (_, place) => opener[place])]
  const post = (target: Window | undefined | null, message: Said) =>
    target?.postMessage(
      { to: 'vitrine:approval-frame', app: appId, ...message } satisfies ToFrame,
      own.location.origin,
    )
  const announce = () => {
    clearTimeout(timer)
    if (opener.closed) return onGone()
    timer = setTimeout(announce, isWaiting ? ANNOUNCE_EVERY_MS : ASK_EVERY_MS)
    // A page that was loaded again has another frame in the place of the one that it had.
    if (partner && !candidates().includes(partner)) partner = null
    for (const candidate of partner ? [partner] : candidates()) post(candidate, ready())
  }
  const listener = ({ source, origin, data }: MessageEvent<unknown>) => {
    if (origin !== own.location.origin) return
    if (source !== (partner ?? source) || !candidates().includes(source as Window)) return
    const message = toWindow.safeParse(data)
    if (!message.success) return
    // A frame without a request for it may not be the one: another one in the page can have it.
    if (message.data.event !== 'idle') partner = source as Window
    isWaiting = message.data.event === 'idle' || message.data.event === 'wait'
    onMessage(message.data)
  }
  own.addEventListener('message', listener)
  announce()
  return {
    tell: message => post(partner, message),
    ask: announce,
    stop() {
      clearTimeout(timer)
      own.removeEventListener('message', listener)
    },
  }
}
