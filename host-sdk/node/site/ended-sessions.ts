/**
 * Cookies that ended before their time, since a browser that keeps one, or a thief, could send it on. Several processes share one of their
 * own, e.g. rows with a time.
 */
export interface EndedSessions {
  /** @param until after which no cookie of it is good any more */
  end(key: string, until: Date): void | Promise<void>
  hasEnded(key: string): boolean | Promise<boolean>
}

/** In the memory of this process: a restart forgets who logged out here. Who logged out of the wallet is asked of the wallet. */
export function createMemoryEndedSessions(): EndedSessions {
  const untilByKey = new Map<string, number>()
  return {
    end(key, until) {
      const now = Date.now()
      for (const [known, end] of untilByKey) if (end <= now) untilByKey.delete(known)
      untilByKey.set(key, until.getTime())
    },
    hasEnded: key => untilByKey.has(key),
  }
}

export const ofCookie = (id: string) => `cookie:${id}`
export const ofUser = (id: string) => `user:${id}`
