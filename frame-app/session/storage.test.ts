import { expect, test, vi } from 'vitest'
import { createSessionStorage } from './storage.ts'
import { MemoryStorage, wireUserOf } from './testing/session-fixtures.ts'

const stored = { token: 't', refreshToken: 'r', identityToken: 'i', user: wireUserOf() }

test('writes the keys of the contract and reads them back', () => {
  const browser = new MemoryStorage()
  const storage = createSessionStorage(() => browser, vi.fn())
  storage.write(stored)
  expect(Object.fromEntries(browser.values)).toEqual({
    'vitrine:token': 't',
    'vitrine:refresh_token': 'r',
    'vitrine:id_token': 'i',
    'vitrine:session': JSON.stringify(stored.user),
  })
  expect(storage.read()).toEqual(stored)
  storage.clear()
  expect(browser.values.size).toBe(0)
  expect(storage.read()).toBeNull()
})

test('a user is written without touching tokens that another tab may have rotated', () => {
  const browser = new MemoryStorage()
  const storage = createSessionStorage(() => browser, vi.fn())
  storage.write(stored)
  browser.setItem('vitrine:refresh_token', 'rotated elsewhere')
  storage.writeUser({ ...stored.user, has_accepted_terms: true }, null)
  expect(storage.read()).toMatchObject({
    refreshToken: 'rotated elsewhere',
    identityToken: 'i',
    user: { has_accepted_terms: true },
  })
})

test.each([
  ['no JSON', '{'],
  ['another shape', '{"id": 7}'],
])('a user of %s is no session', (_, value) => {
  const browser = new MemoryStorage()
  const storage = createSessionStorage(() => browser, vi.fn())
  storage.write(stored)
  browser.setItem('vitrine:session', value)
  expect(storage.read()).toBeNull()
})

test('storage whose access throws: memory takes over and that is said once', () => {
  const onUnavailable = vi.fn()
  const storage = createSessionStorage(() => {
    throw new DOMException('blocked', 'SecurityError')
  }, onUnavailable)
  storage.write(stored)
  expect(storage.read()).toEqual(stored)
  expect(storage.isPersistent).toBe(false)
  expect(onUnavailable).toHaveBeenCalledOnce()
})

test('storage that fails later: what was written stays readable, and that is said once', () => {
  const browser = new MemoryStorage()
  const onUnavailable = vi.fn()
  const storage = createSessionStorage(() => browser, onUnavailable)
  storage.write(stored)
  browser.refuses = true
  expect(storage.read()).toEqual(stored)
  storage.clear()
  expect(storage.read()).toBeNull()
  expect(onUnavailable).toHaveBeenCalledOnce()
})

test('storage that fails later: what an earlier page wrote and this one read stays readable', () => {
  const browser = new MemoryStorage()
  createSessionStorage(() => browser, vi.fn()).write(stored)
  const storage = createSessionStorage(() => browser, vi.fn())
  storage.read()
  browser.refuses = true
  expect(storage.read()).toEqual(stored)
})

test('what another tab removed does not come back when storage fails later', () => {
  const browser = new MemoryStorage()
  const storage = createSessionStorage(() => browser, vi.fn())
  storage.write(stored)
  createSessionStorage(() => browser, vi.fn()).clear()
  expect(storage.read()).toBeNull()
  browser.refuses = true
  expect(storage.read()).toBeNull()
})

test('storage that is full: what stands there is read, what is written stays in this page', () => {
  const browser = new MemoryStorage()
  createSessionStorage(() => browser, vi.fn()).write(stored)
  browser.isFull = true
  const onUnavailable = vi.fn()
  const storage = createSessionStorage(() => browser, onUnavailable)
  expect(storage.read()).toEqual(stored)
  storage.write({ ...stored, token: 't2', refreshToken: 'r2' })
  expect(storage.read()).toMatchObject({ token: 't2', refreshToken: 'r2' })
  // The next page would send the old one, which ends the session as a replay.
  expect(browser.getItem('vitrine:refresh_token')).toBeNull()
  storage.clear()
  expect(storage.read()).toBeNull()
  expect(browser.values.size).toBe(0)
  expect(storage.isPersistent).toBe(false)
  expect(onUnavailable).toHaveBeenCalledOnce()
})

test('the analytics id is made once and kept', () => {
  const browser = new MemoryStorage()
  const made = createSessionStorage(() => browser, vi.fn()).analyticsId()
  expect(made).toMatch(/^[0-9a-f-]{36}$/)
  expect(browser.values.get('vitrine:caid')).toBe(made)
  expect(createSessionStorage(() => browser, vi.fn()).analyticsId()).toBe(made)
})

test.each([
  ['vitrine:token', true],
  ['vitrine:session', true],
  [null, true],
  ['vitrine:caid', false],
  ['other', false],
])('a storage event for %s concerns the session: %s', (key, expected) => {
  expect(createSessionStorage(() => new MemoryStorage(), vi.fn()).concerns(key)).toBe(expected)
})
