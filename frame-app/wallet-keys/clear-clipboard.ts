/** How long a copied key stays in the clipboard. */
export const CLIPBOARD_MS = 60_000

/**
 * Clears the clipboard after a key was copied into it: after a minute, or when the person leaves the key before. Whether the browser
 * permits it shows only then: it asks for the focus, some for a press too. What was copied meanwhile goes with it, since nobody
 * may read what it is.
 * @param onCleared told after the minute whether it was
 */
export function clearLater(
  onCleared: (isCleared: boolean) => void,
  clipboard: Pick<Clipboard, 'writeText'> | undefined = navigator.clipboard,
): { now(): void } {
  let isDue = true
  const clear = async () => {
    isDue = false
    clearTimeout(timer)
    try {
      if (clipboard === undefined) return false
      await clipboard.writeText('')
      return true
    } catch {
      return false
    }
  }
  const timer = setTimeout(() => void clear().then(onCleared), CLIPBOARD_MS)
  return {
    /** In the press by which the person leaves. */
    now() {
      if (isDue) void clear()
    },
  }
}
