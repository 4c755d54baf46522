import {
  type GuardEvent,
  type GuardState,
  guardCapability,
  initialGuard,
  reduceGuard,
  UNBROKEN_MS,
} from '../ui/approval-guard.ts'
import { watchDisturbances } from '../ui/watch-disturbances.ts'
import { tracksVisibility, watchVisibility } from '../ui/watch-visibility.ts'

/** Device pixels for a CSS px: with fewer the letters are too small to read, and a page has zoomed what it embeds. */
const LEAST_SCALE = 0.6
/** CSS px: lower than this a frame shows a button without what the button is about. */
const LEAST_HEIGHT = 128

/** CSS px by which a browser's rounding may move an edge. */
const SLACK = 1

/** Whether a person can see the whole frame of the document, and has been able to for a moment. */
export interface InSight {
  now(): GuardState
  /** Whether this part is not scrolled out of it, at this moment. */
  holds(part: Element): boolean
  /** Called with each change. @returns ends it */
  onChange(listener: (state: GuardState) => void): () => void
  /** What stands there is another thing now: the wait begins anew. */
  disturb(): void
  stop(): void
}

/**
 * Watches what stands in the document by the rules of an approval (`ui/approval-guard.ts`): a page that covers, moves or shrinks the
 * frame, or brings another window in front, turns its buttons off. What does not fit is scrolled by its person alone: nobody else
 * reaches into the document.
 * @param element as high as its frame at most, and scrolls
 */
export function watchSight(element: Element): InSight {
  const capability = guardCapability({ tracksVisibility: tracksVisibility(), movesValue: false })
  const listeners = new Set<(state: GuardState) => void>()
  let state = initialGuard(capability)
  let timer: ReturnType<typeof setTimeout> | undefined

  const send = (event: GuardEvent) => {
    const next = reduceGuard(capability, state, event)
    if (next === state) return
    state = next
    clearTimeout(timer)
    if (state.status === 'arming') wait(state.sinceMs)
    for (const listener of [...listeners]) listener(state)
  }
  const wait = (sinceMs: number) => {
    const left = sinceMs + UNBROKEN_MS - performance.now()
    // A timer may fire early by a clock that browsers make coarse on purpose.
    if (left > 0) timer = setTimeout(wait, left + 1, sinceMs)
    else send({ type: 'elapsed', atMs: performance.now() })
  }
  const visibility = watchVisibility([element], ({ ratio, isVisible, atMs }) => {
    const isLow = innerHeight < Math.min(element.scrollHeight, LEAST_HEIGHT)
    const isTiny = top !== window && (devicePixelRatio < LEAST_SCALE || isLow)
    send({ type: 'seen', ratio: isTiny ? 0 : ratio, isVisible, atMs })
  })
  const disturb = () => send({ type: 'disturbed', atMs: performance.now() })
  const stopListening = watchDisturbances(window, () => {
    disturb()
    visibility.again()
  })
  return {
    now: () => state,
    holds(part) {
      const { top: from, bottom: to } = part.getBoundingClientRect()
      return from >= -SLACK && to <= innerHeight + SLACK
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    disturb,
    stop() {
      clearTimeout(timer)
      listeners.clear()
      visibility.stop()
      stopListening()
    },
  }
}
