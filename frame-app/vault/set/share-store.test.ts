import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeIndexedDb } from '../testing/fake-indexed-db.ts'
import type { DeviceRecord } from './device-record.ts'
import { createShareStore } from './share-store.ts'

const record = (sharingId: string): DeviceRecord => ({
  version: 1,
  current: {
    setId: 'set',
    sharingId,
    share: 'v1.a.b',
    recovery: { method: 'privy', share: 'v1.c.d' },
    state: 'pending',
  },
  previous: null,
  wallets: [],
  imported: [],
  aside: [],
})

let disk: ReturnType<typeof createFakeIndexedDb>
beforeEach(() => {
  disk = createFakeIndexedDb()
  vi.stubGlobal('indexedDB', disk.factory)
})
afterEach(() => {
  vi.unstubAllGlobals()
})
const iv = new Uint8Array(12)
const seal = (key: CryptoKey) => crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new Uint8Array(1))
const opens = async (key: CryptoKey, sealed: ArrayBuffer) =>
  crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, sealed).then(
    () => true,
    () => false,
  )

test('what is written is there after a reload, with the key, which cannot be taken out', async () => {
  const store = createShareStore()
  const sealed = await seal(await store.deviceKey())
  expect(await store.write('me', record('1'))).toBe(true)
  const reloaded = createShareStore()
  expect(await reloaded.read('me')).toEqual(record('1'))
  expect(await reloaded.read('you')).toBeNull()
  const key = await reloaded.deviceKey()
  expect(await opens(key, sealed)).toBe(true)
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow()
  await reloaded.write('me', null)
  expect(await createShareStore().read('me')).toBeNull()
})

test('of two tabs that make the key at once, both use the one that was first', async () => {
  const other = createShareStore()
  let isOther = true
  let theirs: Promise<CryptoKey> | undefined
  disk.before = what => {
    if (what !== 'add' || !isOther) return
    isOther = false
    disk.stores.get('keys')?.set('device-share', key)
    theirs = other.deviceKey()
  }
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  expect(await createShareStore().deviceKey()).toBe(key)
  expect(await theirs).toBe(key)
})

test('what is stored after the browser cleared the disk opens after a reload', async () => {
  const store = createShareStore()
  await store.deviceKey()
  for (const entries of disk.stores.values()) entries.clear()
  const sealed = await seal(await store.deviceKey(true))
  await store.write('me', record('1'))
  expect(await opens(await createShareStore().deviceKey(), sealed)).toBe(true)
})

describe('a browser that refuses', () => {
  test('to open the storage keeps all in memory, and says that nothing is stored', async () => {
    disk.refuses.add('open')
    const store = createShareStore()
    const sealed = await seal(await store.deviceKey())
    expect(await store.write('me', record('1'))).toBe(false)
    expect(await store.read('me')).toEqual(record('1'))
    expect(await opens(await store.deviceKey(), sealed)).toBe(true)
    expect(await store.write('me', null)).toBe(false)
    expect(await store.read('me')).toBeNull()
    // Later it would: but nothing that only a key in memory opens goes to the disk.
    disk.refuses.clear()
    expect(await store.read('you')).toBeNull()
    expect(await store.write('me', record('2'))).toBe(false)
    expect(await createShareStore().read('me')).toBeNull()
  })

  test.each(['put', 'complete'] as const)('to %s a record says so, and what was there stays', async what => {
    const store = createShareStore()
    await store.deviceKey()
    await store.write('me', record('1'))
    disk.refuses.add(what)
    if (what === 'put') expect(await store.write('me', record('2'))).toBe(false)
    else expect(await store.write('you', record('2'))).toBe(false)
    disk.refuses.clear()
    expect(await createShareStore().read('me')).toEqual(record('1'))
  })

  test('to read writes nothing over what it may have', async () => {
    const store = createShareStore()
    await store.deviceKey()
    await store.write('me', record('1'))
    disk.refuses.add('get')
    expect(await store.read('me')).toBeNull()
    expect(await store.write('me', record('2'))).toBe(false)
    disk.refuses.clear()
    expect(await createShareStore().read('me')).toEqual(record('1'))
    expect(await store.read('you')).toBeNull()
    expect(await store.write('you', record('3'))).toBe(true)
  })
})
