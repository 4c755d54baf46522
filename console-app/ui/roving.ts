import type { KeyboardEvent } from 'react'

/**
 * Arrows, Home and End go from one link or button of a list to the next, so that Tab needs one step for all of it: for
 * `onKeyDown` of what holds them, with `tabIndex` by `isStop`. (ARIA Authoring Practices, "roving tabindex".)
 */
export function rove(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-rove]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (at < 0) return
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
  if (next === undefined) return
  event.preventDefault()
  const item = items[Math.min(Math.max(next, 0), items.length - 1)]
  if (!item) return
  for (const other of items) other.tabIndex = other === item ? 0 : -1
  item.focus()
}
