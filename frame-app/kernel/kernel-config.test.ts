import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryStorage } from '../session/testing/session-fixtures.ts'
import { serverConfig, startTestKernel } from './testing/fake-frame.ts'
import { loggedIn, serverRoutes } from './testing/one-user-server.ts'

const unreadable = { ...serverConfig({ theme: 'dark' }), theme: 7 }
const warned = 'The app’s config could not be had from the wallet server, so defaults are used for now.'

describe('the server’s config cannot be read from the document', () => {
  beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
  afterEach(() => vi.restoreAllMocks())

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

test('the last login on this device is known, to this app, until another takes its place', async () => {
  const { storage, kernel, handlers } = await loggedIn()
  expect(kernel.lastLogin()).toBe('email')
  await handlers.logout(undefined)
  expect(startTestKernel({}, { storage }).kernel.lastLogin()).toBe('email')
  storage.values.set('vitrine:last_login:app_test', 'carrier-pigeon')
  expect(startTestKernel({}, { storage }).kernel.lastLogin()).toBeNull()
})

test('someone logged in who has not accepted the required terms is asked again', async () => {
  const { handlers, shown } = await loggedIn(serverRoutes(), { server: { require_users_accept_terms: true } })
  void Promise.resolve(handlers.login(undefined)).catch(() => {})
  await expect(shown()).resolves.toMatchObject({ kind: 'login' })
})
