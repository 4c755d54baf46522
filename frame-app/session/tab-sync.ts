const CHANNEL = 'vitrine:session'

export interface TabSync {
  /** Tells the other tabs that the session changed. The fact only: they read the storage themselves. */
  announce(): void
}

/**
 * Hears of session changes in other tabs of the same partition. Two ways, since either can come first or not at all: the
 * `storage` event comes once the new values can be read; the channel also works where storage events are not sent to
 * third-party frames.
 */
export function connectTabs(
  frame: Window,
  concerns: (key: string | null) => boolean,
  onChange: () => void,
): TabSync {
  frame.addEventListener('storage', event => {
    if (concerns(event.key)) onChange()
  })
  try {
    const channel = new BroadcastChannel(CHANNEL)
    channel.addEventListener('message', onChange)
    return { announce: () => channel.postMessage('changed') }
  } catch {
    // Blocked storage blocks channels too in some browsers.
    return { announce: () => {} }
  }
}
