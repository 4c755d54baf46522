import { type RefObject, useLayoutEffect } from 'react'
import { useShell } from './shell-context.ts'

const DURATION_MS = 180

/**
 * Moves the card from the height of the screen before, or of this one before it changed, to the present one. The layout
 * itself is final at once: nothing stays behind that an approval would have to wait for.
 */
export function useHeightTransition(scroller: RefObject<HTMLElement | null>) {
  const { height } = useShell()
  useLayoutEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!element || !content) return
    let running: Animation | undefined
    const settle = () => {
      const from = running?.playState === 'running' ? element.getBoundingClientRect().height : height.current
      running?.cancel()
      const to = element.getBoundingClientRect().height
      height.current = to
      if (from === null || Math.abs(from - to) < 1 || prefersReducedMotion()) return
      running = element.animate(
        [
          { blockSize: `${from}px`, overflow: 'hidden' },
          { blockSize: `${to}px`, overflow: 'hidden' },
        ],
        { duration: DURATION_MS, easing: 'ease-out' },
      )
    }
    settle()
    const observer = new ResizeObserver(settle)
    observer.observe(content)
    return () => observer.disconnect()
  }, [scroller, height])
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
