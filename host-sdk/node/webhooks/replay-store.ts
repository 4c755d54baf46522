/** Which messages were taken. Several processes share one of their own, e.g. a row with a unique id, or `SET NX PX` of Redis. */
export interface ReplayStore {
  /** Notes a message, at once with the look whether it is there. @returns whether it was not */
  claim(id: string, until: Date): boolean | Promise<boolean>
  /** Forgets a message whose work failed: it comes again. */
  release(id: string): void | Promise<void>
}

/** In the memory of this process. What is older than its time is dropped, since its timestamp is refused then. */
export function createMemoryReplayStore(): ReplayStore {
  const untilById = new Map<string, number>()
  return {
    claim(id, until) {
      const now = Date.now()
      for (const [known, end] of untilById) if (end <= now) untilById.delete(known)
      if (untilById.has(id)) return false
      untilById.set(id, until.getTime())
      return true
    },
    release: id => void untilById.delete(id),
  }
}
