import { type RefCallback, useEffect, useState } from 'react'

/** The bar of buttons lies over the end of what scrolls: what is under it has not been seen. Its greatest height, in px. */
const BAR = 132

/**
 * Whether a place on the screen has come into sight, by scrolling if need be. @param key what stands before it; for
 * something else it has to be seen anew
 */
export function useScrolledTo(key: string): readonly [boolean, RefCallback<Element>] {
  const [element, ref] = useState<Element | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  useEffect(() => {
    if (element === null) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) setSeen(key)
      },
      { rootMargin: `0px 0px -${BAR}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [element, key])
  return [seen === key, ref]
}
