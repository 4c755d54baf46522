const DURATION_MS = 180

/** Of the card that a screen takes the place of. */
export interface Before {
  /** When it came in, by `performance.now()`. */
  readonly sinceMs: number
  /** Height in px of what stood in it. */
  readonly height: number
}

/** Has the screen's card stand where the skeleton's did, and grow or shrink from there, instead of coming in anew. */
export function handOver(root: HTMLElement, { sinceMs, height }: Before): void {
  const dialog = root.querySelector('[role="dialog"]')
  const card = dialog?.parentElement
  const scroller = dialog?.querySelector('h1')?.parentElement?.parentElement
  for (const element of [root.firstElementChild, card])
    if (element instanceof HTMLElement) element.style.animationDelay = `${sinceMs - performance.now()}ms`
  const now = scroller?.getBoundingClientRect().height ?? height
  if (Math.abs(now - height) < 1 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  scroller?.animate(
    [height, now].map(it => ({ blockSize: `${it}px`, overflow: 'hidden' })),
    { duration: DURATION_MS, easing: 'ease-out' },
  )
}
