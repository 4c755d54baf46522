import { describe, expect, test, vi } from 'vitest'
import { createSessionStorage } from './storage.ts'
import { APP_ID, accessTokenOf, HOUR_MS, MemoryStorage, wireUserOf } from './testing/session-fixtures.ts'

const stored = { token: 't', refreshToken: 'r', identityToken: 'i', user: wireUserOf() }

test('writes the keys of the contract, with the app beside them, and reads them back', () => {
  const browser = new MemoryStorage()
  const storage = createSessionStorage(APP_ID, () => browser, vi.fn())
  storage.write(stored)
  expect(Object.fromEntries(browser.values)).toEqual({
    'vitrine:token:app_test': 't',
    'vitrine:refresh_token:app_test': 'r',
    'vitrine:id_token:app_test': 'i',
    'vitrine:session:app_test': JSON.stringify(stored.user),
  })
  expect(storage.read()).toEqual(stored)
  storage.clear()
  expect(browser.values.size).toBe(0)
  expect(storage.read()).toBeNull()
})

test.each([
  ['lastLogin', 'vitrine:last_login'],
  ['stateCode', 'vitrine:state_code'],
  ['codeVerifier', 'vitrine:code_verifier'],
  ['solanaSent', 'vitrine:solana_sent'],
  ['connections', 'vitrine:connections'],
  ['recent_wallets', 'vitrine:recent_wallets'],
] as const)('%s outlives a logout as %s, with the app beside it', (kept, key) => {
  const browser = new MemoryStorage()
  const storage = createSessionStorage(APP_ID, () => browser, vi.fn())
  storage.remember(kept, APP_ID, 'value')
  expect(browser.getItem(`${key}:${APP_ID}`)).toBe('value')
  storage.clear()
  expect(storage.recall(kept, APP_ID)).toBe('value')
})

test('a user is written without touching tokens that another tab may have rotated', () => {
  const browser = new MemoryStorage()
  const storage = createSessionStorage(APP_ID, () => browser, vi.fn())
  storage.write(stored)
  browser.setItem('vitrine:refresh_token:app_test', 'rotated elsewhere')
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
  const storage = createSessionStorage(APP_ID, () => browser, vi.fn())
  storage.write(stored)
  browser.setItem('vitrine:session:app_test', value)
  expect(storage.read()).toBeNull()
})

test('storage whose access throws: memory takes over and that is said once', () => {
  const onUnavailable = vi.fn()
  const storage = createSessionStorage(
    APP_ID,
    () => {
      throw new DOMException('blocked', 'SecurityError')
    },
    onUnavailable,
  )
  storage.write(stored)
  expect(storage.read()).toEqual(stored)
  expect(storage.isPersistent).toBe(false)
  expect(onUnavailable).toHaveBeenCalledOnce()
})

test('storage that fails later: what was written stays readable, and that is said once', () => {
  const browser = new MemoryStorage()
  const onUnavailable = vi.fn()
  const storage = createSessionStorage(APP_ID, () => browser, onUnavailable)
  storage.write(stored)
  browser.refuses = true
  expect(storage.read()).toEqual(stored)
  storage.clear()
  expect(storage.read()).toBeNull()
  expect(onUnavailable).toHaveBeenCalledOnce()
})

test('storage that fails later: what an earlier page wrote and this one read stays readable', () => {
  const browser = new MemoryStorage()
  createSessionStorage(APP_ID, () => browser, vi.fn()).write(stored)
  const storage = createSessionStorage(APP_ID, () => browser, vi.fn())
  storage.read()
  browser.refuses = true
  expect(storage.read()).toEqual(stored)
})

test('what another tab removed does not come back when storage fails later', () => {
  const browser = new MemoryStorage()
  const storage = createSessionStorage(APP_ID, () => browser, vi.fn())
  storage.write(stored)
  createSessionStorage(APP_ID, () => browser, vi.fn()).clear()
  expect(storage.read()).toBeNull()
  browser.refuses = true
  expect(storage.read()).toBeNull()
})

test('storage that is full: what stands there is read, what is written stays in this page', () => {
  const browser = new MemoryStorage()
  createSessionStorage(APP_ID, () => browser, vi.fn()).write(stored)
  browser.isFull = true
  const onUnavailable = vi.fn()
  const storage = createSessionStorage(APP_ID, () => browser, onUnavailable)
  expect(storage.read()).toEqual(stored)
  storage.write({ ...stored, token: 't2', refreshToken: 'r2' })
  expect(storage.read()).toMatchObject({ token: 't2', refreshToken: 'r2' })
  // The next page would send the old one, which ends the session as a replay.
  expect(browser.getItem('vitrine:refresh_token:app_test')).toBeNull()
  storage.clear()
  expect(storage.read()).toBeNull()
  expect(browser.values.size).toBe(0)
  expect(storage.isPersistent).toBe(false)
  expect(onUnavailable).toHaveBeenCalledOnce()
})

test('the analytics id is made once and kept', () => {
  const browser = new MemoryStorage()
  const made = createSessionStorage(APP_ID, () => browser, vi.fn()).analyticsId()
  expect(made).toMatch(/^[0-9a-f-]{36}$/)
  expect(browser.values.get('vitrine:caid')).toBe(made)
  expect(createSessionStorage(APP_ID, () => browser, vi.fn()).analyticsId()).toBe(made)
})

test.each([
  ['vitrine:token:app_test', true],
  ['vitrine:session:app_test', true],
  [null, true],
  ['vitrine:token', false],
  ['vitrine:token:app_other', false],
  ['vitrine:caid', false],
  ['other', false],
])('a storage event for %s concerns the session: %s', (key, expected) => {
  expect(createSessionStorage(APP_ID, () => new MemoryStorage(), vi.fn()).concerns(key)).toBe(expected)
})

describe('two apps of one wallet origin, in one partition', () => {
  const open = (browser: MemoryStorage, appId = APP_ID) => createSessionStorage(appId, () => browser, vi.fn())

  test('have a session each, and the end of one leaves the other', () => {
    const browser = new MemoryStorage()
    open(browser).write(stored)
    expect(open(browser, 'app_other').read()).toBeNull()
    open(browser, 'app_other').write({ ...stored, token: 't2' })
    expect(open(browser).read()).toEqual(stored)
    open(browser).clear()
    expect(open(browser, 'app_other').read()).toMatchObject({ token: 't2' })
  })

  test('take the session that an earlier release wrote without the app, once, and only where it is theirs', () => {
    const token = accessTokenOf({ expiresInMs: HOUR_MS })
    const former = {
      'vitrine:token': token,
      'vitrine:refresh_token': 'r',
      'vitrine:id_token': 'i',
      'vitrine:session': JSON.stringify(stored.user),
    }
    const browser = new MemoryStorage()
    for (const [key, value] of Object.entries(former)) browser.setItem(key, value)
    expect(open(browser, 'app_other').read()).toBeNull()
    expect(Object.fromEntries(browser.values)).toEqual(former)
    expect(open(browser).read()).toEqual({ ...stored, token })
    // A refresh token that stood in two places would be sent twice, which ends the session.
    expect([...browser.values.keys()].every(key => key.endsWith(`:${APP_ID}`))).toBe(true)
    open(browser).clear()
    expect(open(browser).read()).toBeNull()
  })
})
