const TABBABLE = ':is(a[href], button, input, select, [tabindex]):not(:disabled)'

function tabbable(container: Element): HTMLElement[] {
  return onShow(container, TABBABLE).filter(element => element.tabIndex >= 0)
}

/** Not what a screen that another one covers has. */
const onShow = (container: Element, selector: string) =>
  [...container.querySelectorAll<HTMLElement>(selector)].filter(element => !element.closest('[hidden]'))

/**
 * Focuses what the screen marks with `data-autofocus`, else its heading: a screen reader then reads from the top. Only where
 * the frame has the focus: taken before the page has opened its dialog, it would be what the page's dialog gives it back to in
 * the end, and who works by keyboard would be nowhere. With the dialog the frame gets it (`shell.tsx`).
 */
export function focusFirst(container: Element) {
  if (!document.hasFocus()) return
  const target = onShow(container, '[data-autofocus]')[0] ?? onShow(container, 'h1')[0]
  target?.focus({ preventScroll: true })
}

/**
 * Focuses the field that the screen begins with, if one types into it: in the key's own event, so that the key is typed
 * into it. WebKit lets no script of a frame focus anything before the person's first key or touch.
 */
export function focusField(container: Element) {
  onShow(container, 'input[data-autofocus]')[0]?.focus({ preventScroll: true })
}

/** Keeps Tab inside the container. Returns whether it moved the focus itself. */
export function cycleFocus(container: Element, backwards: boolean): boolean {
  const elements = tabbable(container)
  const first = elements[0]
  const last = elements.at(-1)
  if (!first || !last) return true
  const active = document.activeElement
  const isInside = active !== null && container.contains(active)
  // A heading that holds focus stands before every tabbable element.
  const isAtStart = !isInside || active === first || !elements.includes(active as HTMLElement)
  if (backwards && isAtStart) last.focus()
  else if (!backwards && (!isInside || active === last)) first.focus()
  else return false
  return true
}
