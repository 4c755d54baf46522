import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createExclusive } from './exclusive.ts'
import { createSession, type SessionOptions } from './session.ts'
import { createSessionStorage } from './storage.ts'
import {
  APP_ID,
  accessTokenOf,
  answerOf,
  deferred,
  HOUR_MS,
  MemoryStorage,
  wireUserOf,
  wireWallet,
} from './testing/session-fixtures.ts'

const refused = (code: 'missing_or_invalid_token' | 'token_already_used' = 'token_already_used') =>
  new VitrineError({ type: 'api_error', code, message: 'The session has ended.', status: 401 })
const offline = () => clientError('service_unavailable', 'offline')
const ended = { code: 'must_be_authenticated', message: 'User must be authenticated' }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** One tab. Tabs that share `browser` and `exclusive` are tabs of one browser. */
function openTab(
  browser = new MemoryStorage(),
  exclusive = createExclusive('session', undefined),
  appId = APP_ID,
) {
  const refresh = vi.fn<SessionOptions['refresh']>()
  const announce = vi.fn()
  const session = createSession({
    appId,
    storage: createSessionStorage(appId, () => browser, vi.fn()),
    exclusive,
    now: Date.now,
    refresh,
    announce,
  })
  const statuses: string[] = []
  session.current.subscribe(() => statuses.push(session.current.get().status))
  return { session, refresh, announce, statuses, browser, exclusive }
}

const staleAnswer = () => answerOf({ token: accessTokenOf({ expiresInMs: 30_000, nonce: 'stale' }) })
const rotated = () =>
  answerOf({ token: accessTokenOf({ expiresInMs: HOUR_MS, nonce: 'new' }), refresh_token: 'refresh-2' })

describe('begin', () => {
  test('stores the tokens and shows the user, never a token', () => {
    const { session, browser, announce } = openTab()
    session.begin(answerOf({ user: wireUserOf('user_1', [wireWallet()]) }))
    const snapshot = session.current.get()
    expect(snapshot).toMatchObject({
      status: 'authenticated',
      user: { id: 'user_1' },
      wallets: [{ walletIndex: 0 }],
    })
    expect(JSON.stringify(snapshot)).not.toMatch(/refresh-1|identity-1|eyJ/)
    expect(browser.values.get('vitrine:refresh_token:app_test')).toBe('refresh-1')
    expect(announce).toHaveBeenCalled()
  })
  test('an answer that leaves the session as it is takes the user', () => {
    const { session, browser } = openTab()
    session.begin(answerOf())
    const { identity_token: _, ...answer } = answerOf({ user: wireUserOf('user_1', [wireWallet()]) })
    session.begin({ ...answer, session_update_action: 'ignore', token: null, refresh_token: null })
    expect(session.current.get()).toMatchObject({ wallets: [{ walletIndex: 0 }] })
    expect(browser.getItem('vitrine:refresh_token:app_test')).toBe('refresh-1')
    expect(browser.getItem('vitrine:id_token:app_test')).toBe('identity-1')
  })

  test('an answer for somebody else begins nothing without tokens, and takes nothing over with them', () => {
    const { session, browser } = openTab()
    session.begin(answerOf())
    const { identity_token: _, ...other } = answerOf({ user: wireUserOf('user_2') })
    expect(() => session.begin({ ...other, session_update_action: 'ignore' })).toThrow('gave no session')
    session.begin({ ...other, token: accessTokenOf({ sub: 'user_2', expiresInMs: HOUR_MS }) })
    expect(session.current.get()).toMatchObject({ user: { id: 'user_2' } })
    expect(browser.getItem('vitrine:id_token:app_test')).toBeNull()
  })

  test('an answer without tokens begins nothing', () => {
    const { session } = openTab()
    expect(() => session.begin(answerOf({ token: null }))).toThrow('gave no session')
    expect(session.current.get().status).toBe('anonymous')
  })
})

describe('restore', () => {
  test('a living token is used without a call', async () => {
    const first = openTab()
    first.session.begin(answerOf())
    const next = openTab(first.browser)
    await next.session.restore()
    expect(next.session.current.get().status).toBe('authenticated')
    expect(next.refresh).not.toHaveBeenCalled()
  })
  test('an ended token is refreshed', async () => {
    const first = openTab()
    first.session.begin(staleAnswer())
    const next = openTab(first.browser)
    next.refresh.mockResolvedValue(rotated())
    await next.session.restore()
    expect(next.refresh).toHaveBeenCalledExactlyOnceWith('refresh-1')
    expect(next.session.current.get().status).toBe('authenticated')
    expect(first.browser.values.get('vitrine:refresh_token:app_test')).toBe('refresh-2')
  })
  test('a network failure does not log out', async () => {
    const first = openTab()
    first.session.begin(staleAnswer())
    const next = openTab(first.browser)
    next.refresh.mockRejectedValue(offline())
    await next.session.restore()
    expect(next.session.current.get().status).toBe('authenticated')
    expect(first.browser.values.get('vitrine:refresh_token:app_test')).toBe('refresh-1')
  })
  test('a server that does not answer holds `ready` up for 8 s at most', async () => {
    const first = openTab()
    first.session.begin(staleAnswer())
    const next = openTab(first.browser)
    next.refresh.mockReturnValue(new Promise(() => {}))
    const restored = next.session.restore()
    await vi.advanceTimersByTimeAsync(8_000)
    await restored
    expect(next.session.current.get().status).toBe('authenticated')
  })
  test('a refusal ends it without a flash of being logged in', async () => {
    const first = openTab()
    first.session.begin(staleAnswer())
    const next = openTab(first.browser)
    next.refresh.mockRejectedValue(refused())
    await next.session.restore()
    expect(next.statuses).toEqual([])
    expect(first.browser.values.size).toBe(0)
  })
  test('another app’s session is neither used nor refreshed nor cleared', async () => {
    const first = openTab()
    first.session.begin(staleAnswer())
    const other = openTab(first.browser, first.exclusive, 'app_other')
    await other.session.restore()
    expect(other.session.current.get().status).toBe('anonymous')
    expect(other.refresh).not.toHaveBeenCalled()
    expect(other.session.end()).toBeNull()
    expect(first.browser.values.get('vitrine:refresh_token:app_test')).toBe('refresh-1')
  })
  test('a user that is not the token’s is no session', async () => {
    const first = openTab()
    first.session.begin(answerOf())
    first.browser.setItem('vitrine:session:app_test', JSON.stringify(wireUserOf('user_2')))
    const next = openTab(first.browser)
    await next.session.restore()
    expect(next.session.current.get().status).toBe('anonymous')
  })
})

describe('accessToken', () => {
  test('refreshes ahead of the end, once for all that wait', async () => {
    const { session, refresh } = openTab()
    session.begin(staleAnswer())
    refresh.mockResolvedValue(rotated())
    const tokens = await Promise.all([session.accessToken(), session.accessToken(), session.accessToken()])
    expect(refresh).toHaveBeenCalledOnce()
    expect(new Set(tokens)).toEqual(new Set([rotated().token]))
  })
  test('two tabs refresh once: the second reads what the first stored', async () => {
    const one = openTab()
    one.session.begin(staleAnswer())
    const two = openTab(one.browser, one.exclusive)
    one.refresh.mockResolvedValue(rotated())
    two.refresh.mockResolvedValue(rotated())
    await Promise.all([one.session.accessToken(), two.session.accessToken()])
    expect(one.refresh.mock.calls.length + two.refresh.mock.calls.length).toBe(1)
    expect(two.session.current.get().status).toBe('authenticated')
  })
  test('a token that the server refused is refreshed although it looks alive', async () => {
    const { session, refresh } = openTab()
    const answer = answerOf()
    session.begin(answer)
    refresh.mockResolvedValue(rotated())
    expect(await session.accessToken(answer.token ?? '')).toBe(rotated().token)
  })
  test('a refusal is one logout, however many wait', async () => {
    const { session, refresh, statuses } = openTab()
    session.begin(staleAnswer())
    refresh.mockRejectedValue(refused())
    const results = await Promise.allSettled([session.accessToken(), session.accessToken()])
    for (const result of results) expect(result).toMatchObject({ status: 'rejected', reason: ended })
    await expect(session.accessToken()).rejects.toMatchObject(ended)
    expect(statuses).toEqual(['authenticated', 'anonymous'])
    expect(refresh).toHaveBeenCalledOnce()
  })
  test('a network failure is told and the next use tries again', async () => {
    const { session, refresh } = openTab()
    session.begin(staleAnswer())
    refresh.mockRejectedValueOnce(offline()).mockResolvedValueOnce(rotated())
    await expect(session.accessToken()).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(session.current.get().status).toBe('authenticated')
    await expect(session.accessToken()).resolves.toBe(rotated().token)
  })
  test('a network failure is one call, however many wait for it', async () => {
    const { session, refresh } = openTab()
    session.begin(staleAnswer())
    refresh.mockRejectedValue(offline())
    await Promise.allSettled([session.accessToken(), session.accessToken(), session.accessToken()])
    expect(refresh).toHaveBeenCalledOnce()
  })
  test('a logout while the refresh is on its way stays a logout', async () => {
    const { session, refresh, browser } = openTab()
    session.begin(staleAnswer())
    const pending = deferred<ReturnType<typeof rotated>>()
    refresh.mockReturnValue(pending.promise)
    const call = expect(session.accessToken()).rejects.toMatchObject(ended)
    await vi.advanceTimersByTimeAsync(0)
    session.end()
    pending.resolve(rotated())
    await call
    expect(browser.values.size).toBe(0)
    expect(session.current.get().status).toBe('anonymous')
  })
  test('a late refusal of an old session does not end the one that came after it', async () => {
    const { session, refresh } = openTab()
    session.begin(staleAnswer())
    const pending = deferred<ReturnType<typeof rotated>>()
    refresh.mockReturnValue(pending.promise)
    const call = expect(session.accessToken()).rejects.toMatchObject(ended)
    await vi.advanceTimersByTimeAsync(0)
    session.end()
    session.begin(answerOf({ refresh_token: 'refresh-9' }))
    pending.reject(refused())
    await call
    expect(session.current.get().status).toBe('authenticated')
  })
  test('is refreshed by itself shortly before it ends', async () => {
    const { session, refresh } = openTab()
    refresh.mockResolvedValue(
      answerOf({ token: accessTokenOf({ expiresInMs: 2 * HOUR_MS }), refresh_token: 'refresh-2' }),
    )
    session.begin(answerOf())
    await vi.advanceTimersByTimeAsync(HOUR_MS - 62_000)
    expect(refresh).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(32_000)
    expect(refresh).toHaveBeenCalledOnce()
  })
})

describe('session_update_action', () => {
  test('ignore keeps the present tokens and takes the user', async () => {
    const { session, refresh, browser } = openTab()
    const answer = staleAnswer()
    session.begin(answer)
    refresh.mockResolvedValue(
      answerOf({
        session_update_action: 'ignore',
        token: null,
        refresh_token: null,
        user: wireUserOf('user_1', [wireWallet()]),
      }),
    )
    expect(await session.accessToken()).toBe(answer.token)
    expect(browser.values.get('vitrine:refresh_token:app_test')).toBe('refresh-1')
    expect(session.current.get()).toMatchObject({ wallets: [{ walletIndex: 0 }] })
  })
  test('clear logs out', async () => {
    const { session, refresh, browser } = openTab()
    session.begin(staleAnswer())
    refresh.mockResolvedValue(answerOf({ session_update_action: 'clear', token: null, refresh_token: null }))
    await expect(session.accessToken()).rejects.toMatchObject(ended)
    expect(browser.values.size).toBe(0)
  })
})

describe('other tabs', () => {
  test('a login and a logout there are taken up here', () => {
    const here = openTab()
    const there = openTab(here.browser)
    there.session.begin(answerOf())
    here.session.adopt()
    expect(here.session.current.get().status).toBe('authenticated')
    there.session.end()
    here.session.adopt()
    here.session.adopt()
    expect(here.statuses).toEqual(['authenticated', 'anonymous'])
  })
  test('a wallet made there is taken up here', () => {
    const here = openTab()
    here.session.begin(answerOf())
    const there = openTab(here.browser)
    there.session.updateUser(wireUserOf('user_1', [wireWallet()]), null)
    here.session.adopt()
    expect(here.session.current.get()).toMatchObject({ wallets: [{ walletIndex: 0 }] })
  })
})

test('the profile of another user is not put into this session', () => {
  const { session } = openTab()
  session.begin(answerOf())
  session.updateUser(wireUserOf('user_2'), null)
  expect(session.wireUser()?.id).toBe('user_1')
})
