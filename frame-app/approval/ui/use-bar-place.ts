import { type CSSProperties, useMemo } from 'react'

/** How far the bar of buttons may stand above its lowest place, in px. */
const REACH = 40

/**
 * Where the bar of buttons stands: by chance, and elsewhere for each review. A page that shows a person a button alone, or
 * brings a place of its own under their pointer, does not know where the button is.
 */
export function useBarPlace(reviewKey: string): CSSProperties {
  return useMemo(() => {
    const [chance = 0] = crypto.getRandomValues(new Uint8Array(1))
    return { paddingBlockEnd: `calc(var(--gutter) + ${(chance * REACH) / 255}px)` }
  }, [reviewKey])
}
