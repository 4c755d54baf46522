import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answerOf, CREATED_AT, MemoryStorage, wireUserOf } from '../session/testing/session-fixtures.ts'
import { serverConfig, startTestKernel } from './testing/fake-frame.ts'
import { loggedIn, serverRoutes } from './testing/one-user-server.ts'

type Handlers = ReturnType<typeof startTestKernel>['handlers']

const phone = {
  type: 'phone',
  phoneNumber: '+1 213 373 4253',
  verified_at: CREATED_AT,
  first_verified_at: CREATED_AT,
  latest_verified_at: CREATED_AT,
} as const
const unreadable = { ...serverConfig({ theme: 'dark' }), theme: 7 }
const warned = 'The app’s config could not be had from the wallet server, so defaults are used for now.'

describe('the server’s config cannot be read from the document', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
  afterEach(() => {
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  test('hello asks the server for it', async () => {
    const { hello, kernel, sent } = startTestKernel(
      { 'GET /apps/app_test': () => [200, serverConfig({ theme: 'dark' })] },
      { inlined: unreadable },
    )
    await hello({ appearance: { loginMessage: 'Hello' } })
    expect(kernel.appearance.get()).toMatchObject({ theme: 'dark', loginMessage: 'Hello' })
    expect(sent.filter(({ path }) => path === '/apps/app_test')).toHaveLength(1)
    expect(console.warn).not.toHaveBeenCalled()
  })

  test('the defaults stay with a warning, and a later call tries again', async () => {
    let isUp = false
    const { hello, kernel, handlers, events, shown } = startTestKernel(
      {
        'GET /apps/app_test': () =>
          isUp ? [200, serverConfig({ theme: 'dark' })] : [501, { error: 'Down.', code: 'internal_error' }],
      },
      { inlined: unreadable },
    )
    await expect(hello()).resolves.toMatchObject({ app: { name: 'Shop' } })
    expect(kernel.appearance.get().theme).toBe('light')
    expect(events()).toEqual([{ name: 'configWarning', payload: { message: warned } }])
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(`Vitrine: ${warned}`)
    isUp = true
    void Promise.resolve(handlers.login(undefined)).catch(() => {})
    await shown()
    expect(kernel.appearance.get().theme).toBe('dark')
    expect(kernel.app.theme).toBe('dark')
  })

  test('a server that says nothing is not waited for beyond 5 s: the page does not wait longer itself', async () => {
    const limit = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
    const { hello, kernel } = startTestKernel(
      { 'GET /apps/app_test': () => new Promise(() => {}) },
      { inlined: unreadable },
    )
    const answer = hello()
    await vi.waitFor(() => expect(timeout).toHaveBeenCalledExactlyOnceWith(5_000))
    limit.abort(new Error('late'))
    await expect(answer).resolves.toMatchObject({ app: { name: 'Shop' } })
    expect(kernel.appearance.get().theme).toBe('light')
  })

  test.each([
    ['link', 'passkey', (handlers: Handlers) => handlers.link({ method: 'passkey' })],
    ['update', 'sms', (handlers: Handlers) => handlers.update('phone')],
  ])('%s tries again, too', async (_, method, call) => {
    // Of a browser with passkeys.
    vi.stubGlobal('PublicKeyCredential', class {})
    let isUp = false
    const answer = answerOf({ user: { ...wireUserOf(), linked_accounts: [phone] } })
    const { handlers, shown } = await loggedIn(
      serverRoutes({
        'POST /passwordless/authenticate': () => [200, answer],
        'GET /apps/app_test': () =>
          isUp
            ? [200, serverConfig({ sms_auth: true, passkey_auth: true })]
            : [501, { error: 'Down.', code: 'internal_error' }],
      }),
      { inlined: unreadable },
    )
    isUp = true
    Promise.resolve(call(handlers)).catch(() => {})
    await expect(shown()).resolves.toMatchObject({ way: { method } })
  })

  test('a config in the document is not asked for', async () => {
    const { hello, sent } = startTestKernel({})
    await hello()
    expect(sent.map(({ path }) => path)).not.toContain('/apps/app_test')
  })
})

describe('sdk_initialize', () => {
  const announcements = (sent: readonly { path: string; body: unknown }[]) =>
    sent.filter(({ path }) => path === '/analytics_events').map(({ body }) => body)

  test('is sent once per config hash', async () => {
    const storage = new MemoryStorage()
    const routes = { 'POST /analytics_events': () => [200, null] as const }
    const first = startTestKernel(routes, { storage })
    await first.hello()
    await vi.waitFor(() => expect(announcements(first.sent)).toHaveLength(1))
    expect(announcements(first.sent)).toMatchObject([
      {
        event_name: 'sdk_initialize',
        client_id: storage.values.get('vitrine:caid'),
        payload: { config_hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ])
    const same = startTestKernel(routes, { storage })
    await same.hello()
    const other = startTestKernel(routes, { storage })
    await other.hello({ appearance: { theme: 'dark' } })
    await vi.waitFor(() => expect(announcements(other.sent)).toHaveLength(1))
    expect(announcements(same.sent)).toEqual([])
    expect(announcements(other.sent)).not.toEqual(announcements(first.sent))
  })

  test('of two pages that take turns is not sent again, nor does the list of them grow without end', async () => {
    const storage = new MemoryStorage()
    const routes = { 'POST /analytics_events': () => [200, null] as const }
    const visit = async (landingHeader: string) => {
      const { hello, sent } = startTestKernel(routes, { storage })
      const told = vi.spyOn(storage, 'getItem')
      await hello({ appearance: { landingHeader } })
      await vi.waitFor(() => expect(told).toHaveBeenCalledWith('vitrine:announced:app_test'))
      await new Promise(resolve => setTimeout(resolve))
      told.mockRestore()
      return announcements(sent).length
    }
    expect(await visit('One')).toBe(1)
    expect(await visit('Two')).toBe(1)
    expect(await visit('One')).toBe(0)
    expect(await visit('Two')).toBe(0)
    for (let page = 0; page < 20; page++) await visit(`Page ${page}`)
    expect(storage.values.get('vitrine:announced:app_test')?.length).toBeLessThan(1_000)
    expect(await visit('Page 19')).toBe(0)
  })

  test('failure changes nothing', async () => {
    const { hello, sent, events } = startTestKernel({ 'POST /analytics_events': () => [0, undefined] })
    await hello()
    await vi.waitFor(() => expect(announcements(sent)).toHaveLength(1))
    expect(events()).toEqual([])
  })
})

test('a config error refuses hello with the rule’s sentence, and the config before stays', async () => {
  const { hello, kernel } = startTestKernel({})
  await hello({ appearance: { theme: 'dark' } })
  await expect(hello({ supportedChains: [] })).rejects.toMatchObject({
    code: 'configuration_error',
    message: 'config.supportedChains: name at least one chain, or leave the option out.',
  })
  expect(kernel.appearance.get().theme).toBe('dark')
})

test('the warnings beside a config error reach the page, which cannot mend the one without the other', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { hello, events } = startTestKernel({})
  await expect(hello({ supportedChains: [], appearance: { theme: 'pink' } })).rejects.toMatchObject({
    code: 'configuration_error',
  })
  const message = 'config.appearance.theme: not valid, so the default is used.'
  expect(events()).toEqual([{ name: 'configWarning', payload: { message } }])
  vi.restoreAllMocks()
})

test('globalDisablePasskeys holds for linking too', async () => {
  const { handlers, hello, kernel } = startTestKernel({}, { server: { passkey_auth: true } })
  await hello({ globalDisablePasskeys: true })
  expect(kernel.app.passkey_auth).toBe(false)
  await expect(handlers.link({ method: 'passkey' })).rejects.toMatchObject({
    code: 'disallowed_login_method',
  })
})

test('the last login on this device is known, to this app, until another takes its place', async () => {
  const { storage, kernel, handlers } = await loggedIn()
  expect(kernel.lastLogin()).toEqual({ method: 'email' })
  await handlers.logout(undefined)
  expect(startTestKernel({}, { storage }).kernel.lastLogin()).toEqual({ method: 'email' })
  storage.values.set('vitrine:last_login:app_test', 'carrier-pigeon')
  expect(startTestKernel({}, { storage }).kernel.lastLogin()).toBeNull()
})

test('someone logged in who has not accepted the required terms is asked again', async () => {
  const { handlers, shown } = await loggedIn(serverRoutes(), { server: { require_users_accept_terms: true } })
  void Promise.resolve(handlers.login(undefined)).catch(() => {})
  await expect(shown()).resolves.toMatchObject({ kind: 'login' })
})
