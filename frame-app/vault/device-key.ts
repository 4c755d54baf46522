import { createStore, del, get, type UseStore, update } from 'idb-keyval'

/** Where the device's key pair lives. Reads always go to the store: another tab may have forgotten or made the key. */
export interface DeviceKeyStore {
  /** The one key pair of this device and app, made at first use. */
  obtain(): Promise<CryptoKeyPair>
  forget(): Promise<void>
}

/** Of earlier releases, which had one key for all apps. */
const FORMER_KEY = 'device'

/** A P-256 key pair whose private half cannot leave the browser's key store, not even for this code. */
export const generateDeviceKey = () =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])

/**
 * The key pair in IndexedDB, one for each app: a logout of one app must not take the key that another's session is bound to.
 * Where IndexedDB is blocked it lives in memory instead: the session then ends with the page.
 */
export function createDeviceKeyStore(appId: string): DeviceKeyStore {
  const key = `device:${appId}`
  let inMemory: Promise<CryptoKeyPair> | undefined
  const open = () => createStore('vitrine-vault', 'keys')
  let opened: UseStore | undefined
  /** Over a connection that stays, since opening one takes longer than a signature; one that broke is replaced once. */
  const withStore = async <T>(work: (store: UseStore) => Promise<T>): Promise<T> => {
    if (opened) {
      try {
        return await work(opened)
      } catch {
        // The browser closed it, e.g. when the person cleared the disk.
      }
    }
    opened = open()
    return work(opened)
  }

  const obtainStored = async (store: UseStore) => {
    const stored = await get<CryptoKeyPair>(key, store)
    if (stored) return stored
    const made = (await get<CryptoKeyPair>(FORMER_KEY, store)) ?? (await generateDeviceKey())
    // One read-write transaction: of two tabs that both made a key, the first one's stays and both use it.
    let kept = made
    await update<CryptoKeyPair>(
      key,
      old => {
        kept = old ?? made
        return kept
      },
      store,
    )
    return kept
  }

  return {
    async obtain() {
      if (inMemory) return inMemory
      try {
        return await withStore(obtainStored)
      } catch {
        inMemory ??= generateDeviceKey()
        return inMemory
      }
    },
    async forget() {
      inMemory = undefined
      try {
        await withStore(store => Promise.all([del(key, store), del(FORMER_KEY, store)]))
      } catch {
        // Blocked storage never held the key.
      }
    },
  }
}
