import { expect, type Frame, type Page } from '@playwright/test'
import { ar } from '../../frame-app/words/ar.ts'
import { en } from '../../frame-app/words/en.ts'
import { es } from '../../frame-app/words/es.ts'
import { ja } from '../../frame-app/words/ja.ts'

export interface Settled {
  /** `off`: the picture shows an approval button that stays disabled. Otherwise every approval button is enabled. */
  readonly approve?: 'live' | 'off'
  /** The picture shows a spinner or a skeleton, which never ends by itself. */
  readonly isBusy?: boolean
}

/** The approval button stays off until the user scrolls, and the screen says so. */
const SCROLL_NOTES = [en, ar, es, ja].map(words => words['approval.scrollToEnd'])

/** Waits until nothing on the page, or in a frame on it, is about to change by itself. The error lists what still changes. */
export async function settle(page: Page, { approve = 'live', isBusy = false }: Settled = {}): Promise<void> {
  const look = async () => {
    const seen = await Promise.all(page.frames().map(frame => lookAt(frame, { approve, isBusy })))
    return seen.flat()
  }
  await expect.poll(look, { message: 'The page settles', timeout: 20_000, intervals: [50] }).toEqual([])
}

/** Lists what in a frame's document has not settled. A hidden frame draws nothing. */
async function lookAt(frame: Frame, settled: Required<Settled>): Promise<readonly string[]> {
  try {
    if (frame.parentFrame() && !(await (await frame.frameElement()).isVisible())) return []
    return await frame.evaluate(unsettled, { ...settled, scrollNotes: SCROLL_NOTES })
  } catch (error) {
    // A frame can go away, or load another document, between two steps.
    return [`${frame.url()}: ${error}`]
  }
}

/** Runs in the document. */
async function unsettled({
  approve,
  isBusy,
  scrollNotes,
}: Required<Settled> & { readonly scrollNotes: readonly string[] }): Promise<string[]> {
  await document.fonts.ready
  // Browsers report all intersections of one frame together, so the product's own observers have reported as well after this.
  const inSight = await new Promise<ReadonlySet<Element>>(resolve => {
    const observer = new IntersectionObserver(entries => {
      observer.disconnect()
      resolve(new Set(entries.filter(it => it.intersectionRatio >= 0.99).map(it => it.target)))
    })
    for (const element of [document.documentElement, ...document.querySelectorAll('[data-guarded]')])
      observer.observe(element)
  })
  // The first frame draws what the reports changed, the second starts the transitions of that change.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)

  const isDrawn = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const describe = (element: Element | null | undefined) =>
    `${element?.localName}${element?.id ? `#${element.id}` : ''} “${element?.textContent?.slice(0, 40)}”`

  const moving = document.getAnimations().flatMap(animation => {
    const { effect, playState } = animation
    const target = effect instanceof KeyframeEffect ? effect.target : null
    if (playState !== 'running' || (target && !isDrawn(target))) return []
    const endless = effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
    const name = animation instanceof CSSAnimation ? animation.animationName : animation.constructor.name
    // The caret of a code field blinks for as long as the field has the focus.
    if (endless && (isBusy || /blink/.test(name))) return []
    return [`${name} of ${describe(target)} runs`]
  })

  const isSkeleton = document.querySelector('[role=dialog][aria-busy]') !== null
  const families = document.body ? getComputedStyle(document.body).fontFamily : ''
  const hasTypeface = [...document.fonts].some(
    ({ family, status }) => family.includes('Vitrine Sans') && status === 'loaded',
  )
  const type =
    families.includes('Vitrine Sans') && !hasTypeface && !isSkeleton ? ['The typeface is not loaded'] : []

  const images = [...document.images]
    .filter(image => isDrawn(image) && !image.complete)
    .map(({ currentSrc }) => `The image ${currentSrc.slice(0, 80)} is not loaded`)

  const notes = [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent ?? '')
  const asksToScroll = notes.some(note => scrollNotes.includes(note))
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-guarded]')].filter(isDrawn)
  const guarded = buttons.flatMap(button => {
    // A button that the user has to scroll to is not live, and not in the picture either.
    if (!inSight.has(button)) return []
    if (approve === 'off') return button.disabled ? [] : [`${describe(button)} is enabled`]
    return button.disabled && !asksToScroll ? [`${describe(button)} is disabled`] : []
  })
  return [...moving, ...type, ...images, ...guarded]
}
