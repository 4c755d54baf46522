import { hostKeyMessage } from '@vitrine/shared/bridge/host-key.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerByHostKey } from './host-key.ts'

/** The page's IndexedDB, by database. */
const { databases, state } = vi.hoisted(() => ({
  databases: new Map<string, Map<string, CryptoKeyPair>>(),
  state: { isBlocked: false },
}))
vi.mock('idb-keyval', () => {
  const opened = (store: string) => {
    if (state.isBlocked) throw new DOMException('The operation is insecure.', 'SecurityError')
    const database = databases.get(store) ?? new Map<string, CryptoKeyPair>()
    databases.set(store, database)
    return database
  }
  return {
    createStore: (name: string) => name,
    get: async (key: string, store: string) => opened(store).get(key),
    del: async (key: string, store: string) => opened(store).delete(key),
    update: async (key: string, change: (kept?: CryptoKeyPair) => CryptoKeyPair, store: string) =>
      void opened(store).set(key, change(opened(store).get(key))),
  }
})

const CALL = { nonce: 'nonce-1', thumbprint: 'thumbprint-1' }
const bytes = (base64: string) => Uint8Array.from(atob(base64), it => it.charCodeAt(0))

beforeEach(() => vi.stubGlobal('location', { origin: 'https://shop.example' }))
afterEach(() => {
  databases.clear()
  state.isBlocked = false
  vi.unstubAllGlobals()
})

test('a key signs the app and the origin of the page, whatever the frame asks', async () => {
  const asked = { ...CALL, purpose: 'register', appId: 'app_2', origin: 'https://thief.example' } as const
  const answer = await answerByHostKey('app_1', asked)
  if (!answer) throw new Error('There is a key')
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', bytes(answer.publicKey), algorithm, true, ['verify'])
  const isSigned = (appId: string, origin: string) =>
    crypto.subtle.verify(
      algorithm,
      key,
      bytes(answer.signature),
      hostKeyMessage({ ...CALL, purpose: 'register', appId, origin }),
    )
  expect(await isSigned('app_1', 'https://shop.example')).toBe(true)
  expect(await isSigned('app_2', 'https://shop.example')).toBe(false)
  expect(await isSigned('app_1', 'https://thief.example')).toBe(false)
})

test('no script of the page can read the key out', async () => {
  await answerByHostKey('app_1', { ...CALL, purpose: 'register' })
  const [kept] = [...(databases.get('vitrine-app_1')?.values() ?? [])]
  expect(kept?.privateKey.extractable).toBe(false)
  expect(kept?.privateKey.usages).toEqual(['sign'])
})

test('a key is made for a login alone, once, and for each app', async () => {
  const resume = { ...CALL, purpose: 'resume' } as const
  expect(await answerByHostKey('app_1', resume)).toBeNull()
  const made = await answerByHostKey('app_1', { ...CALL, purpose: 'register' })
  expect((await answerByHostKey('app_1', { ...CALL, purpose: 'register' }))?.publicKey).toBe(made?.publicKey)
  expect((await answerByHostKey('app_1', resume))?.publicKey).toBe(made?.publicKey)
  expect(await answerByHostKey('app_2', resume)).toBeNull()
})

test('a key that is forgotten signs nothing any more', async () => {
  await answerByHostKey('app_1', { ...CALL, purpose: 'register' })
  expect(await answerByHostKey('app_1', { ...CALL, purpose: 'forget' })).toBeNull()
  expect(await answerByHostKey('app_1', { ...CALL, purpose: 'resume' })).toBeNull()
})

test('a page that can keep no key has none, and fails nowhere', async () => {
  state.isBlocked = true
  expect(await answerByHostKey('app_1', { ...CALL, purpose: 'register' })).toBeNull()
})
