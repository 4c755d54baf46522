import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'

/** As `@walletconnect/keyvaluestorage` has it. Values are plain data. */
export interface KeyValueStore {
  getKeys(): Promise<string[]>
  // biome-ignore lint/suspicious/noExplicitAny: WalletConnect's own signature
  getEntries<T = any>(): Promise<[string, T][]>
  // biome-ignore lint/suspicious/noExplicitAny: WalletConnect's own signature
  getItem<T = any>(key: string): Promise<T | undefined>
  // biome-ignore lint/suspicious/noExplicitAny: WalletConnect's own signature
  setItem<T = any>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
}

/**
 * What WalletConnect keeps: the keys of its sessions, with which a phone is asked again after a reload. In IndexedDB, a database
 * for each app: two apps of one wallet origin must not find each other's phones. Where IndexedDB is blocked it lives in memory,
 * and the phone is asked to connect again after a reload; nothing else depends on it.
 */
export function createKeyValueStore(appId: string): KeyValueStore {
  const written = new Map<string, unknown>()
  let opened: UseStore | undefined
  const stored = async <Result>(
    work: (store: UseStore) => Promise<Result>,
    without: Result,
  ): Promise<Result> => {
    try {
      opened ??= createStore(`vitrine-wallet-connect:${appId}`, 'values')
      return await work(opened)
    } catch {
      // Blocked, or closed by the browser: opened anew the next time.
      opened = undefined
      return without
    }
  }
  const getKeys = async () => {
    const found = await stored(store => keys<string>(store), [])
    return [...new Set([...found, ...written.keys()])]
  }
  const getItem = async (key: string): Promise<never> => {
    const value: unknown = written.has(key)
      ? written.get(key)
      : await stored(store => get(key, store), undefined)
    return structuredClone(value) as never
  }
  return {
    getKeys,
    getItem,
    async getEntries() {
      const names = await getKeys()
      return Promise.all(names.map(async key => [key, await getItem(key)] as [string, never]))
    },
    async setItem(key, value) {
      // Of the time at which it is written: the library goes on with the object.
      const copy = structuredClone(value)
      written.set(key, copy)
      await stored(store => set(key, copy, store), undefined)
    },
    async removeItem(key) {
      written.delete(key)
      await stored(store => del(key, store), undefined)
    },
  }
}
