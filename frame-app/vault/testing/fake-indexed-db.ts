interface Request {
  result: unknown
  error: unknown
  onsuccess?: () => void
  onerror?: () => void
  onupgradeneeded?: () => void
}

/**
 * IndexedDB as far as the vault uses it, with a browser's moods: it may refuse to open, to read or to write. A transaction
 * is complete some time after its request, and not at all when the request failed.
 */
export function createFakeIndexedDb() {
  const stores = new Map<string, Map<string, unknown>>()
  const disk = {
    stores,
    /** What the browser refuses now. */
    refuses: new Set<'open' | 'get' | 'put' | 'complete'>(),
    /** Runs before each request, e.g. for what another tab does meanwhile. */
    before: (_ask: string) => {},
  }
  const quota = new DOMException('The disk is full.', 'QuotaExceededError')

  const transaction = (name: string) => {
    const entries = stores.get(name) as Map<string, unknown>
    const events: { oncomplete?: () => void; onabort?: () => void; error: unknown } = { error: null }
    const ask = (kind: 'get' | 'put', what: string, work: () => unknown) => {
      const request: Request = { result: undefined, error: null }
      queueMicrotask(() => {
        disk.before(what)
        try {
          if (disk.refuses.has(kind)) throw quota
          request.result = work()
        } catch (error) {
          events.error = error
          return events.onabort?.()
        }
        if (kind === 'put' && disk.refuses.has('complete')) {
          events.error = quota
          return events.onabort?.()
        }
        setTimeout(() => events.oncomplete?.(), 0)
      })
      return request
    }
    const objectStore = () => ({
      get: (key: string) => ask('get', 'get', () => entries.get(key)),
      put: (value: unknown, key: string) => ask('put', 'put', () => entries.set(key, value)),
      delete: (key: string) => ask('put', 'delete', () => entries.delete(key)),
      add: (value: unknown, key: string) =>
        ask('put', 'add', () => {
          if (entries.has(key)) throw new DOMException('It is there.', 'ConstraintError')
          entries.set(key, value)
        }),
    })
    return Object.assign(events, { objectStore })
  }

  const open = () => {
    const request: Request = { result: undefined, error: null }
    queueMicrotask(() => {
      if (disk.refuses.has('open')) {
        request.error = new DOMException('Storage is blocked.', 'SecurityError')
        return request.onerror?.()
      }
      const isNew = stores.size === 0
      request.result = {
        createObjectStore: (name: string) => stores.set(name, new Map()),
        transaction,
        close: () => {},
      }
      if (isNew) request.onupgradeneeded?.()
      request.onsuccess?.()
    })
    return request
  }
  return Object.assign(disk, { factory: { open } as unknown as IDBFactory })
}
