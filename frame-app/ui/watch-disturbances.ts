/** What happens around a card without changing it. Each may be a page's way to have a press land on it. */
const OF_WINDOW = ['focus', 'blur', 'resize', 'pageshow', 'beforeprint', 'afterprint']
const OF_DOCUMENT = ['visibilitychange', 'pointerlockchange', 'fullscreenchange']

/** Calls `onDisturbed` with each, until the returned function is called. */
export function watchDisturbances(own: Window, onDisturbed: () => void): () => void {
  const ending = new AbortController()
  const { signal } = ending
  for (const type of OF_WINDOW) own.addEventListener(type, onDisturbed, { signal })
  for (const type of OF_DOCUMENT) own.document.addEventListener(type, onDisturbed, { signal })
  // A pinch, or the keyboard of a phone.
  own.visualViewport?.addEventListener('resize', onDisturbed, { signal })
  return () => ending.abort()
}
