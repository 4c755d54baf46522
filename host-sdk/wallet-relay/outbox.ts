/**
 * Tells one thing after another, and of what has changed meanwhile the newest alone: a wallet that shouts cannot fill the bridge,
 * on which the page's own calls wait too.
 *
 * @param send may reject; what it was given is then lost
 */
export function createOutbox<T>(send: (event: T) => Promise<unknown>) {
  const waiting = new Map<string, T>()
  let isBusy = false
  const pump = async () => {
    if (isBusy) return
    isBusy = true
    // What is put in as this runs is reached too, in its order.
    for (const [key, event] of waiting) {
      waiting.delete(key)
      await send(event).catch(() => {})
    }
    isBusy = false
  }
  return {
    /** @param key what it is about: it takes the place of an earlier one that still waits */
    put(key: string, event: T) {
      waiting.delete(key)
      waiting.set(key, event)
      void pump()
    },
    clear: () => waiting.clear(),
  }
}
