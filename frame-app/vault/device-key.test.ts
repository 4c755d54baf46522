import { beforeEach, expect, test, vi } from 'vitest'
import { createDeviceKeyStore, generateDeviceKey } from './device-key.ts'

/** IndexedDB as far as idb-keyval uses it, whose connections a browser may close, or refuse. */
function createDisk() {
  const entries = new Map<string, unknown>()
  const disk = {
    entries,
    opened: 0,
    isBlocked: false,
    open: new Set<object>(),
    closeAll: () => disk.open.clear(),
  }
  const settle = (request: { result: unknown; onsuccess?: () => void }) => {
    queueMicrotask(() => request.onsuccess?.())
    return request
  }
  const factory = {
    open() {
      const request: { result: unknown; error?: unknown; onsuccess?: () => void; onerror?: () => void } = {
        result: null,
      }
      queueMicrotask(() => {
        if (disk.isBlocked) {
          request.error = new DOMException('Storage is blocked.', 'SecurityError')
          return request.onerror?.()
        }
        disk.opened += 1
        const connection = {
          transaction() {
            if (!disk.open.has(connection)) throw new DOMException('It is closing.', 'InvalidStateError')
            const transaction: { oncomplete?: () => void } = {}
            setTimeout(() => transaction.oncomplete?.(), 0)
            return {
              objectStore: () => ({
                transaction,
                get: (key: string) => settle({ result: entries.get(key) }),
                put: (value: unknown, key: string) => settle({ result: entries.set(key, value) }),
                delete: (key: string) => settle({ result: entries.delete(key) }),
              }),
            }
          },
        }
        disk.open.add(connection)
        request.result = connection
        request.onsuccess?.()
      })
      return request
    },
  }
  vi.stubGlobal('indexedDB', factory)
  return disk
}

let disk: ReturnType<typeof createDisk>
beforeEach(() => {
  disk = createDisk()
  return () => vi.unstubAllGlobals()
})

test('the private half is signed with, and given out to nobody', async () => {
  const { privateKey } = await createDeviceKeyStore('app_1').obtain()
  expect([privateKey.extractable, privateKey.usages]).toEqual([false, ['sign']])
  for (const format of ['pkcs8', 'jwk'] as const)
    await expect(crypto.subtle.exportKey(format, privateKey)).rejects.toThrow()
})

test('the key is read anew at every use, over one connection', async () => {
  const [here, otherTab] = [createDeviceKeyStore('app_1'), createDeviceKeyStore('app_1')]
  const key = await here.obtain()
  expect(await here.obtain()).toBe(key)
  expect(disk.opened).toBe(1)
  await otherTab.forget()
  const next = await otherTab.obtain()
  expect(next).not.toBe(key)
  expect(await here.obtain()).toBe(next)
})

test('of two apps each has its own, and forgetting one leaves the other', async () => {
  const [one, other] = [createDeviceKeyStore('app_1'), createDeviceKeyStore('app_2')]
  const key = await other.obtain()
  expect(await one.obtain()).not.toBe(key)
  await one.forget()
  expect(await other.obtain()).toBe(key)
})

test('the one of an earlier release stays, since a session is bound to it, until it is forgotten', async () => {
  const former = await generateDeviceKey()
  disk.entries.set('device', former)
  const keys = createDeviceKeyStore('app_1')
  expect(await keys.obtain()).toBe(former)
  await keys.forget()
  expect(await keys.obtain()).not.toBe(former)
})

test('a connection that the browser closed is replaced: the key stays the one on the disk', async () => {
  const keys = createDeviceKeyStore('app_1')
  const key = await keys.obtain()
  disk.closeAll()
  expect(await keys.obtain()).toBe(key)
  disk.closeAll()
  await keys.forget()
  expect(disk.entries.size).toBe(0)
})

test('where storage is blocked the key lives in memory until it is forgotten', async () => {
  disk.isBlocked = true
  const keys = createDeviceKeyStore('app_1')
  const key = await keys.obtain()
  disk.isBlocked = false
  expect(await keys.obtain()).toBe(key)
  await keys.forget()
  expect(await keys.obtain()).not.toBe(key)
})
