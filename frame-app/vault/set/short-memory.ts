/** Values that nobody gets any more a while after they were put in; the next use of the memory drops them. */
export interface ShortMemory<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  delete(key: string): void
  clear(): void
}

/** @param now unix ms */
export function createShortMemory<T>(lifetimeMs: number, now: () => number): ShortMemory<T> {
  const held = new Map<string, { readonly value: T; readonly until: number }>()
  const sweep = () => {
    for (const [key, { until }] of held) if (until <= now()) held.delete(key)
  }
  return {
    get(key) {
      sweep()
      return held.get(key)?.value
    },
    set(key, value) {
      sweep()
      held.set(key, { value, until: now() + lifetimeMs })
    },
    delete: key => held.delete(key),
    clear: () => held.clear(),
  }
}
