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

/**
 * Reports how much of the elements is in sight, once each of them has been looked at and whenever that changes, until the
 * returned function is called.
 */
export function watchVisibility(elements: readonly Element[], onSight: (sight: Sight) => void): () => void {
  const seen = new Map<Element, Sight>()
  const observer = new IntersectionObserver(
    entries => {
      for (const { target, intersectionRatio: ratio, isVisible, time: atMs } of entries as Entry[])
        seen.set(target, { ratio, isVisible, atMs })
      if (seen.size < elements.length) return
      const all = [...seen.values()]
      onSight({
        ratio: Math.min(...all.map(sight => sight.ratio)),
        isVisible: all.some(sight => sight.isVisible === undefined)
          ? undefined
          : all.every(sight => sight.isVisible),
        atMs: Math.max(...all.map(sight => sight.atMs)),
      })
    },
    // `trackVisibility` and `delay` are v2; a browser without it ignores them.
    { threshold: THRESHOLDS, trackVisibility: true, delay: REPORT_EVERY_MS } as IntersectionObserverInit,
  )
  for (const element of elements) observer.observe(element)
  return () => observer.disconnect()
}

/** Whether the browser says what covers an element. */
export const tracksVisibility = (): boolean => 'isVisible' in IntersectionObserverEntry.prototype
