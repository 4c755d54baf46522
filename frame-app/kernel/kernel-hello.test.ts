import { identityThumbprint } from '@vitrine/shared/signer/statement.ts'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { accessTokenOf, answerOf, MemoryStorage } from '../session/testing/session-fixtures.ts'
import { startTestKernel, TEST_BUILD } from './testing/fake-frame.ts'
import { loggedIn, serverRoutes } from './testing/one-user-server.ts'

describe('hello', () => {
  test('answers the restored session', async () => {
    const { storage } = await loggedIn()
    const next = startTestKernel(serverRoutes(), { storage })
    await expect(next.hello()).resolves.toMatchObject({
      app: { id: 'app_test', name: 'Shop' },
      state: { authenticated: true, user: { id: 'user_1' } },
    })
  })
  test('waits for the session to be restored', async () => {
    const stale = answerOf({ token: accessTokenOf({ expiresInMs: 1_000 }) })
    const { storage } = await loggedIn(
      serverRoutes({ 'POST /passwordless/authenticate': () => [200, stale] }),
    )
    const next = startTestKernel(serverRoutes({ 'POST /sessions': () => [200, answerOf()] }), { storage })
    const answer = next.hello()
    expect(next.isAuthenticated()).toBe(false)
    await expect(answer).resolves.toMatchObject({ state: { authenticated: true } })
  })
  test('connects the page’s provider when idle, without being asked, on the chain of the page’s config', async () => {
    const { hello, events, prefetch } = startTestKernel({})
    await hello({ supportedChains: [{ id: 10, name: 'OP' }], defaultChain: { id: 10, name: 'OP' } })
    expect(events()).toEqual([])
    await prefetch()
    expect(events()).toEqual([{ name: 'ethereum', payload: { event: 'connect', data: { chainId: '0xa' } } }])
    await prefetch()
    expect(events()).toHaveLength(1)
  })
  test('refuses a protocol that is not served and says what to update', async () => {
    const { handlers } = startTestKernel({})
    await expect(handlers.hello({ protocol: 2, sdk: '9', features: [] })).rejects.toMatchObject({
      code: 'configuration_error',
      message: expect.stringContaining('vitrine.js'),
    })
  })
  test('of a page that pins the signer is answered where it is that one, and nowhere else', async () => {
    const { hello, signer, isAuthenticated } = startTestKernel({})
    await expect(hello(undefined, undefined, 'A'.repeat(43))).rejects.toMatchObject({
      code: 'configuration_error',
      message: expect.stringContaining('signer-key'),
    })
    await hello(undefined, undefined, await identityThumbprint(signer.identity))
    expect(isAuthenticated()).toBe(false)
  })
  test('of a page that pins the build is answered where it is that one, and nowhere else', async () => {
    const { hello, isAuthenticated } = startTestKernel({})
    const pinning = (builds: string) => hello(undefined, undefined, undefined, builds)
    for (const builds of [TEST_BUILD.replace('B', 'C'), ''])
      await expect(pinning(builds)).rejects.toMatchObject({
        code: 'configuration_error',
        message: expect.stringContaining(TEST_BUILD),
      })
    await pinning(`sha256-${'A'.repeat(43)}= ${TEST_BUILD}`)
    expect(isAuthenticated()).toBe(false)
  })
  test('warns of wrong options and works with the defaults', async () => {
    const { hello, events, kernel } = startTestKernel({})
    await hello({ appearance: { theme: 'pink' } })
    expect(kernel.appearance.get().theme).toBe('light')
    expect(events()).toEqual([
      {
        name: 'configWarning',
        payload: { message: 'config.appearance.theme: not valid, so the default is used.' },
      },
    ])
  })
  test.each([
    ['日本語', null],
    ['en–US', null],
    ['en_US', null],
    ['pt-br', 'pt-BR'],
    ['ja', 'ja'],
  ])(
    'takes the locale %s as %s: what can stand in no header would end every call',
    async (locale, expected) => {
      const { hello, kernel, events } = startTestKernel({})
      await hello(undefined, locale)
      expect(kernel.locale()).toBe(expected)
      const message = 'locale: not a language tag (BCP 47), so the browser’s languages are used.'
      expect(events()).toEqual(expected === null ? [{ name: 'configWarning', payload: { message } }] : [])
    },
  )
  test('warns of options that there are not, in the config and beside it, with those that were meant', async () => {
    const { handlers, events } = startTestKernel({})
    await handlers.hello({
      protocol: 1,
      sdk: '1',
      features: ['appId', 'walletOrigin', 'config', 'lokale'],
      options: { appearance: { themee: 'dark' } },
    })
    expect(events()).toEqual(
      [
        'lokale: there is no such option. Did you mean locale?',
        'config.appearance.themee: there is no such option. Did you mean config.appearance.theme?',
      ].map(message => ({ name: 'configWarning', payload: { message } })),
    )
  })
  test.each([
    ['of the server', { email_auth: false }, undefined],
    ['of the page', {}, { loginMethods: [] }],
  ])('refuses a config without a login method: %s', async (_, server, options) => {
    const { hello } = startTestKernel({}, { server })
    await expect(hello(options)).rejects.toMatchObject({
      code: 'configuration_error',
      message: 'You must enable at least one login method',
    })
  })
  test('blocked storage is told once, after hello', async () => {
    // The page answers nothing, and the kernel's limit for it would be most of this file's time.
    const { timeout } = AbortSignal
    const limit = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation(ms => timeout.call(AbortSignal, ms === 8_000 ? 50 : ms))
    onTestFinished(() => limit.mockRestore())
    const storage = new MemoryStorage()
    storage.refuses = true
    const { hello, events } = startTestKernel({}, { storage })
    expect(events()).toEqual([])
    await hello()
    expect(limit).toHaveBeenCalledWith(8_000)
    expect(events()).toMatchObject([{ name: 'error', payload: { code: 'session_storage_unavailable' } }])
  })
  test('a page that greets again has left its earlier calls', async () => {
    const { hello, handlers, shown } = startTestKernel({})
    await hello()
    const call = expect(handlers.login(undefined)).rejects.toMatchObject({ code: 'connection_lost' })
    await shown()
    await hello()
    await call
  })
})
