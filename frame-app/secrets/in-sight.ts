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

/** Whether a person can see the whole document, and has been able to for a moment. */
export interface InSight {
  now(): GuardState
  /** Called with each change. @returns ends it */
  onChange(listener: (state: GuardState) => void): () => void
  /** What stands there is another thing now: the wait begins anew. */
  disturb(): void
  stop(): void
}

/**
 * Watches what stands in the document by the rules of an approval (`ui/approval-guard.ts`): a page that covers, moves or shrinks the
 * frame, or brings another window in front, turns its buttons off.
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
    const isTiny = top !== window && devicePixelRatio < LEAST_SCALE
    send({ type: 'seen', ratio: isTiny ? 0 : ratio, isVisible, atMs })
  })
  const disturb = () => send({ type: 'disturbed', atMs: performance.now() })
  const stopListening = watchDisturbances(window, () => {
    disturb()
    visibility.again()
  })
  return {
    now: () => state,
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
