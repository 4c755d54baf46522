/**
 * CSS px. The page learns a height and could read from it what stands in the frame, such as how much somebody owns: so it is told in
 * steps, between two bounds, and what is higher scrolls.
 */
export const INLINE_HEIGHT = { least: 320, most: 720, step: 40 } as const

/** The card is known by its foot. */
function cardAround(element: Element | null): Element | null {
  if (element === null || [...element.children].some(child => child.localName === 'footer')) return element
  return cardAround(element.parentElement)
}

/** What a card needs to show all that scrolls in it, in steps and no more than the most. What is on show begins with the least. */
export function inlineHeight(scroller: Element): number {
  const { most, step } = INLINE_HEIGHT
  const card = cardAround(scroller)
  const around = (card?.clientHeight ?? 0) - scroller.clientHeight
  const needed = around + (scroller.firstElementChild?.clientHeight ?? 0)
  return Math.min(most, Math.ceil(needed / step) * step)
}
