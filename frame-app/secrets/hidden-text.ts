import { element } from './element.ts'
import type { InSight } from './in-sight.ts'

/** How long a secret stays on show. */
export const SHOWN_MS = 60_000

/** A secret's place on the screen: dots, until its person asks for it. */
export interface HiddenText {
  readonly box: HTMLElement
  isShown(): boolean
  show(): void
  hide(): void
  /** Something else stands there from now on: it is hidden, and drawn anew. */
  reset(): void
  /** Takes it out of the document for good. */
  wipe(): void
}

/**
 * Shows a secret for a minute at most, and hides it as soon as its person may not be the one who looks: something covers it, or
 * they are at another window.
 * @param draw makes what shows it, each time anew: hidden, nothing of it is in the document
 * @param dots takes as much room: a frame that grows with what it shows is disturbed, and its buttons go off for a moment
 */
export function hiddenText(
  { draw, dots, onChange }: { draw(): Node; dots(): Node; onChange(): void },
  sight: InSight,
): HiddenText {
  const box = element('div', 'box')
  let timer: ReturnType<typeof setTimeout> | undefined
  let isShown = false
  const put = (shown: boolean) => {
    clearTimeout(timer)
    isShown = shown
    box.replaceChildren(shown ? draw() : dots())
    if (shown) timer = setTimeout(hide, SHOWN_MS)
    onChange()
  }
  const hide = () => {
    if (isShown) put(false)
  }
  const hideUnseen = () => {
    if (document.hidden) hide()
  }
  addEventListener('blur', hide)
  document.addEventListener('visibilitychange', hideUnseen)
  const stopWatching = sight.onChange(({ status }) => {
    if (status === 'covered') hide()
  })
  box.replaceChildren(dots())
  return {
    box,
    isShown: () => isShown,
    show: () => put(true),
    hide,
    reset: () => put(false),
    wipe() {
      clearTimeout(timer)
      removeEventListener('blur', hide)
      document.removeEventListener('visibilitychange', hideUnseen)
      stopWatching()
      isShown = false
      box.remove()
      box.replaceChildren()
    },
  }
}
