/** A value with subscribers; fits `useSyncExternalStore`. */
export interface ReadableStore<T> {
  get(): T
  subscribe(listener: () => void): () => void
}

export interface Store<T> extends ReadableStore<T> {
  /** Same value (by `Object.is`): nobody is told. */
  set(next: T): void
}

/** One value with subscribers. Listeners run synchronously, in the order in which they subscribed. */
export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      // A copy: a listener may unsubscribe itself or another while we walk.
      for (const listener of [...listeners]) if (listeners.has(listener)) listener()
    },
    subscribe(listener) {
      // Wrapped, so that one function subscribed twice stands for two subscriptions.
      const entry = () => listener()
      listeners.add(entry)
      return () => {
        listeners.delete(entry)
      }
    },
  }
}
