/** How often it is looked whether the person closed the window: no event tells it. */
const LOOK_EVERY_MS = 500
/** A person who has walked away. */
const WINDOW_LIMIT_MS = 5 * 60_000

/** Tells once when the window is gone, or has been open for too long. @returns ends the watch */
export function watch(popup: Window, onGone: () => void): () => void {
  const until = Date.now() + WINDOW_LIMIT_MS
  const timer = setInterval(() => {
    if (!popup.closed && Date.now() < until) return
    clearInterval(timer)
    onGone()
  }, LOOK_EVERY_MS)
  return () => clearInterval(timer)
}
