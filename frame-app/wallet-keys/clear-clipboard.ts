import { copyText } from '../secrets/copy-text.ts'

/** How long a copied key stays in the clipboard. */
export const CLIPBOARD_MS = 60_000

/**
 * Clears the clipboard after a key was copied into it: after a minute, or when the person leaves the key before. Whether the browser
 * permits it shows only then: it asks for the focus, some for a press too. What was copied meanwhile goes with it, since nobody
 * may read what it is.
 * @param onCleared told after the minute whether it was
 */
export function clearLater(onCleared: (isCleared: boolean) => void): { now(): void; forget(): void } {
  let isDue = true
  const clear = () => {
    isDue = false
    clearTimeout(timer)
    return copyText('')
  }
  const timer = setTimeout(() => void clear().then(onCleared), CLIPBOARD_MS)
  return {
    /** In the press by which the person leaves. */
    now() {
      if (isDue) void clear()
    },
    /** A later copy has a minute of its own. */
    forget: () => clearTimeout(timer),
  }
}
