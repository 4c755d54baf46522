import type { SetOwner } from '@vitrine/shared/wallet/set-statement.ts'
import type { DeviceRecord } from './device-record.ts'

/** What a device keeps. @see createShareStore */
export interface ShareStore {
  /**
   * AES-GCM; made at first use, never exportable, the same in every tab.
   * @param isFresh read anew, for what is to be stored: the browser may have cleared the disk since, and the key with it
   */
  deviceKey(isFresh?: boolean): Promise<CryptoKey>
  /** As it was written, perhaps by another release; `null`: there is none, or it cannot be read now. */
  read(owner: string): Promise<unknown>
  /** @returns whether it is on the disk: where the browser blocks storage, it is only in memory */
  write(owner: string, record: DeviceRecord | null): Promise<boolean>
}

/** Under which a user's shares lie in it. */
export const placeOf = ({ appId, userId }: SetOwner): string => `${appId}/${userId}`

const SHARES = 'shares'
const KEYS = 'keys'
const DEVICE_KEY = 'device-share'

/**
 * Device shares in IndexedDB, each encrypted by a key that IndexedDB holds and no script can read out. Writes are `strict`:
 * what is said to be stored survives a crash of the machine. Where IndexedDB is blocked everything lives in memory.
 */
export function createShareStore(): ShareStore {
  const memory = new Map<string, DeviceRecord>()
  let memoryKey: Promise<CryptoKey> | undefined
  // What it sealed opens with it, and with no other.
  let stored: CryptoKey | undefined
  let isReadable = true

  return {
    async deviceKey(isFresh = false) {
      if (stored && !isFresh) return stored
      try {
        const read = () => transact(KEYS, 'readonly', store => store.get(DEVICE_KEY))
        let key = await read()
        if (!(key instanceof CryptoKey)) {
          const made = await generate()
          // `add` fails when another tab was first; its key is the device's then.
          await transact(KEYS, 'readwrite', store => store.add(made, DEVICE_KEY)).catch(() => {})
          key = await read()
        }
        if (!(key instanceof CryptoKey)) throw new TypeError('The browser keeps no keys.')
        stored = key
        return key
      } catch {
        memoryKey ??= generate()
        return memoryKey
      }
    },
    async read(owner) {
      const held = memory.get(owner)
      if (held) return held
      try {
        const record = await transact(SHARES, 'readonly', store => store.get(owner))
        isReadable = true
        return record ?? null
      } catch {
        isReadable = false
        return null
      }
    },
    async write(owner, record) {
      try {
        // A share that only a key in memory opens is worth nothing on the disk.
        if (memoryKey) throw new TypeError('There is no key that stays.')
        // What could not be read may be the last share of a key: it is not written over.
        if (!isReadable) throw new TypeError('Nobody knows what is stored.')
        await transact(SHARES, 'readwrite', store =>
          record ? store.put(record, owner) : store.delete(owner),
        )
        memory.delete(owner)
        return true
      } catch {
        if (record) memory.set(owner, record)
        else memory.delete(owner)
        return false
      }
    },
  }
}

const generate = () =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])

/** Resolves when the transaction is complete, not when its request is: only then the data is safe. */
async function transact(
  name: typeof SHARES | typeof KEYS,
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  const database = await openDatabase()
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(name, mode, { durability: 'strict' })
      const request = ask(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? request.error)
    })
  } finally {
    database.close()
  }
}

const openDatabase = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open('vitrine-shares', 1)
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(SHARES)
      opening.result.createObjectStore(KEYS)
    }
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
