/** Milliseconds between two reports; IntersectionObserver v2 asks for at least 100. */
const REPORT_EVERY_MS = 100
const THRESHOLDS = [0, 0.5, 0.99, 1]

/** What a browser reports of the least visible of several elements. */
export interface Sight {
  readonly ratio: number
  /** `undefined` without IntersectionObserver v2. */
  readonly isVisible: boolean | undefined
  readonly atMs: number
}

type Entry = IntersectionObserverEntry & { readonly isVisible?: boolean }

/** How often it is looked anew at what is not in sight yet, one frame after the other. */
const EAGER_LOOKS = 12

export interface VisibilityWatch {
  /** Looks anew at once, where the next report may be a tenth of a second away: something has happened. */
  again(): void
  stop(): void
}

/**
 * Reports how much of the elements is in sight, once each of them has been looked at and whenever that changes, until it is
 * stopped. What is not in sight at first, as in a dialog that is about to open, is looked at again in the next frames: an
 * observer's first report comes at once, its second not for `REPORT_EVERY_MS`, and a person would wait for it.
 */
export function watchVisibility(
  elements: readonly Element[],
  onSight: (sight: Sight) => void,
): VisibilityWatch {
  const seen = new Map<Element, Sight>()
  let looks = 0
  let frame = 0
  let observer: IntersectionObserver | undefined

  const look = () => {
    cancelAnimationFrame(frame)
    observer?.disconnect()
    observer = new IntersectionObserver(
      onEntries,
      // `trackVisibility` and `delay` are v2; a browser without it ignores them.
      { threshold: THRESHOLDS, trackVisibility: true, delay: REPORT_EVERY_MS } as IntersectionObserverInit,
    )
    for (const element of elements) observer.observe(element)
  }
  const onEntries = (entries: readonly Entry[]) => {
    for (const { target, intersectionRatio: ratio, isVisible, time: atMs } of entries)
      seen.set(target, { ratio, isVisible, atMs })
    if (seen.size < elements.length) return
    const all = [...seen.values()]
    const sight = {
      ratio: Math.min(...all.map(one => one.ratio)),
      isVisible: all.some(one => one.isVisible === undefined) ? undefined : all.every(one => one.isVisible),
      atMs: Math.max(...all.map(one => one.atMs)),
    }
    onSight(sight)
    if (sight.isVisible === false && looks++ < EAGER_LOOKS) frame = requestAnimationFrame(look)
  }
  look()
  return {
    again() {
      looks = 0
      look()
    },
    stop() {
      cancelAnimationFrame(frame)
      observer?.disconnect()
    },
  }
}

/** Whether the browser says what covers an element. */
export const tracksVisibility = (): boolean => 'isVisible' in IntersectionObserverEntry.prototype
