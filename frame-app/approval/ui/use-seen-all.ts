import { type RefCallback, useCallback, useEffect, useRef, useState } from 'react'
import { UNBROKEN_MS } from '../../ui/approval-guard.ts'
import type { ApprovalView } from '../view/approval-view.ts'
import { type Glimpse, isCovered, recent, type Span, steadySpan } from './steady-sight.ts'

/** Matches all that a user must have seen: warnings, amounts that leave, recipients, spenders, permissions. */
export const CRITICAL = '[data-critical]'
/** Something critical that is folded: nobody has seen it while this is there. */
const FOLDED = '[data-critical="folded"]'
/** Matches the element that scrolls around the review. */
const SCROLLER = '[data-scroller]'
/** The note in the bar. */
const WHY = '[data-why]'
/** The shadow above the bar, in px. */
const SHADOW = 8
/** The browser reports each fortieth of an element that comes or goes. */
const THRESHOLDS = Array.from({ length: 41 }, (_, step) => step / 40)

interface Sight {
  glimpses: readonly Glimpse[]
  seen: readonly Span[]
  height: number
}

export interface SeenAll {
  /** Everything critical has been on the screen, for `UNBROKEN_MS`. */
  readonly hasSeenAll: boolean
  /** Something critical was outside of what was on the screen, and not all has been seen since. */
  readonly isBeyond: boolean
  /** For the element that has all of the review in it. */
  readonly content: RefCallback<Element>
  /** For the bar of buttons: while it lies over the end of what scrolls, what is under it has not been seen. */
  readonly bar: RefCallback<HTMLElement>
  /** The bar leaves less than half of the height: it scrolls with the content. */
  readonly isBarInFlow: boolean
  /** Scrolls to what has not been seen. */
  goOn(): void
}

/** Identifies the critical things of a review. A fee that is read anew is not among them: it says itself where it has risen. */
export const criticalOf = ({ explanation, offers }: ApprovalView): string =>
  JSON.stringify([explanation.dangers, explanation.outgoing, explanation.permissions, offers])

/**
 * Whether a user has had everything critical of a review before their eyes, however long the review and large the letters are.
 * @param key what stands there; for something else all has to be seen anew
 */
export function useSeenAll(key: string): SeenAll {
  const [root, content] = useState<Element | null>(null)
  const [barElement, bar] = useState<HTMLElement | null>(null)
  const { height: barHeight, isInFlow } = useBar(barElement)
  const overlap = isInFlow ? 0 : barHeight + SHADOW
  const sights = useRef({ key, of: new Map<Element, Sight>() })
  const unseen = useRef<readonly Element[]>([])
  const [found, setFound] = useState<{ key: string; isAll: boolean; isBeyond: boolean } | null>(null)

  useEffect(() => {
    if (root === null) return
    if (sights.current.key !== key) sights.current = { key, of: new Map() }
    const known = sights.current.of
    let timer: ReturnType<typeof setTimeout> | undefined
    const judge = ({ isAtRest = false } = {}) => {
      const now = performance.now()
      const elements = [...root.querySelectorAll(CRITICAL)]
      for (const element of elements) {
        const sight = known.get(element)
        if (!sight) continue
        const steady = steadySpan(sight.glimpses, now)
        if (steady) sight.seen = [...sight.seen, steady]
        sight.glimpses = recent(sight.glimpses, now)
      }
      unseen.current = elements.filter(element => {
        const sight = known.get(element)
        return element.matches(FOLDED) || !sight || !isCovered(sight.seen, sight.height)
      })
      const isBeyond = unseen.current.some(element => {
        if (element.matches(FOLDED)) return true
        const sight = known.get(element)
        const last = sight?.glimpses.at(-1)
        // Until the browser has reported of it nobody knows.
        return (
          sight !== undefined && last !== undefined && !(last.span && isCovered([last.span], sight.height))
        )
      })
      const isAll = unseen.current.length === 0
      setFound(before => {
        const same = before?.key === key ? before : null
        // The note waits until what comes in is at rest, and stays until all was seen: where it takes the room that it asks for,
        // it would come and go without end.
        const isNoted = (isAtRest && isBeyond) || same?.isBeyond === true
        const next = { key, isAll, isBeyond: !isAll && isNoted }
        return same?.isAll === next.isAll && same.isBeyond === next.isBeyond ? same : next
      })
    }
    const judgeLater = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        judge({ isAtRest: true })
        // A timer may fire early, by a clock that browsers make coarse on purpose.
        if (unseen.current.length > 0) timer = setTimeout(() => judge({ isAtRest: true }), UNBROKEN_MS)
      }, UNBROKEN_MS + 1)
    }
    const observer = new IntersectionObserver(
      entries => {
        for (const { target, boundingClientRect: box, intersectionRect: shown } of entries) {
          const sight = known.get(target) ?? { glimpses: [], seen: [], height: 0 }
          const from = shown.top - box.top
          const isWide = shown.width >= box.width - 1
          const span = isWide && shown.height > 0 ? { from, to: from + shown.height } : null
          // Another size is another layout: what was seen of it then is no place in it now.
          if (Math.abs(sight.height - box.height) > 1) sight.seen = []
          sight.height = box.height
          sight.glimpses = [...recent(sight.glimpses, performance.now()), { atMs: performance.now(), span }]
          known.set(target, sight)
        }
        judge()
        judgeLater()
      },
      {
        root: root.closest(SCROLLER),
        rootMargin: `0px 0px -${Math.ceil(overlap)}px 0px`,
        threshold: THRESHOLDS,
      },
    )
    const watched = new Set<Element>()
    const watch = () => {
      for (const element of root.querySelectorAll(CRITICAL)) {
        if (watched.has(element)) continue
        watched.add(element)
        observer.observe(element)
      }
      judge()
    }
    watch()
    // The finding of an observer of another height is steady by then.
    judgeLater()
    // A text that is taller than the screen has the same share of it in sight while it scrolls by, of which no browser reports.
    let frame = 0
    const lookAgain = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        for (const element of unseen.current) {
          observer.unobserve(element)
          observer.observe(element)
        }
      })
    }
    root.ownerDocument.addEventListener('scroll', lookAgain, { capture: true, passive: true })
    const changes = new MutationObserver(watch)
    changes.observe(root, { childList: true, subtree: true, attributeFilter: ['data-critical'] })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      root.ownerDocument.removeEventListener('scroll', lookAgain, { capture: true })
      changes.disconnect()
      observer.disconnect()
    }
  }, [root, key, overlap])

  const goOn = useCallback(() => {
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
    unseen.current[0]?.scrollIntoView({ block: 'center', behavior })
  }, [])
  const isKnown = found?.key === key
  return {
    hasSeenAll: isKnown && found.isAll,
    isBeyond: isKnown && found.isBeyond,
    content,
    bar,
    isBarInFlow: isInFlow,
    goOn,
  }
}

const isScrolling = ({ clientHeight, scrollHeight }: HTMLElement) => scrollHeight > clientHeight + 1

/** Follows the height of the bar, and whether enough is left beside it. */
function useBar(bar: HTMLElement | null): { readonly height: number; readonly isInFlow: boolean } {
  const [state, setState] = useState({ height: 0, isInFlow: false })
  useEffect(() => {
    const scroller = bar?.closest<HTMLElement>(SCROLLER)
    if (!bar || !scroller) return
    const measure = () => {
      const height = bar.offsetHeight
      // Without the note, which is there for as long as something is beyond: else it would come and go without end.
      const buttons = height - (bar.querySelector<HTMLElement>(WHY)?.offsetHeight ?? 0)
      const isInFlow = scroller.clientHeight - buttons < innerHeight / 2 && isScrolling(scroller)
      setState(before =>
        before.height === height && before.isInFlow === isInFlow ? before : { height, isInFlow },
      )
    }
    const observer = new ResizeObserver(measure)
    observer.observe(bar)
    observer.observe(scroller)
    measure()
    return () => observer.disconnect()
  }, [bar])
  return state
}
