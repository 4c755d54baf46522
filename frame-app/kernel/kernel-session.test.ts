import { decodeJwt } from 'jose'
import { describe, expect, test, vi } from 'vitest'
import { answerOf } from '../session/testing/session-fixtures.ts'
import { deviceWallet } from '../ui/testing/fake-kernel.ts'
import { startTestKernel } from './testing/fake-frame.ts'
import { loggedIn, serverRoutes } from './testing/one-user-server.ts'

describe('a session that the server ended', () => {
  test('a refused token is refreshed once and the request sent again', async () => {
    let refusals = 1
    const routes = serverRoutes({
      'POST /sessions/login_code/create': () =>
        refusals-- > 0
          ? [401, { error: 'Ended.', code: 'missing_or_invalid_token' }]
          : [200, { code: 'login-code', expires_at: 1 }],
      'POST /sessions': () => [200, answerOf({ refresh_token: 'refresh-2' })],
    })
    const { handlers, sent } = await loggedIn(routes)
    await expect(handlers.getLoginCode(undefined)).resolves.toBe('login-code')
    expect(sent.map(({ path }) => path).filter(path => path.startsWith('/sessions'))).toEqual([
      '/sessions/login_code/create',
      '/sessions',
      '/sessions/login_code/create',
    ])
    expect(sent.at(-1)?.body).toEqual({
      site: 'https://shop.example',
      audience: 'https://shop.example',
    })
  })
  test('is one logout, and ends the signing that is open', async () => {
    const ended = [401, { error: 'Ended.', code: 'missing_or_invalid_token' }] as const
    const routes = serverRoutes({
      'POST /sessions/login_code/create': () => ended,
      'POST /sessions': () => ended,
    })
    const { handlers, events, shown, isAuthenticated } = await loggedIn(routes)
    await handlers.createWallet(undefined)
    const signing = expect(handlers.signMessage({ message: 'hi' })).rejects.toMatchObject({
      code: 'must_be_authenticated',
    })
    await shown()
    await expect(handlers.getLoginCode(undefined)).rejects.toMatchObject({ code: 'must_be_authenticated' })
    await signing
    expect(isAuthenticated()).toBe(false)
    expect(events().filter(({ name }) => name === 'logout')).toHaveLength(1)
  })
})

describe('logout', () => {
  test('tells the server with a proof, clears what is here, and forgets the device key', async () => {
    const { handlers, sent, storage, vault, events } = await loggedIn()
    const before = await vault.vault.publicKey()
    await handlers.logout(undefined)
    const call = sent.at(-1)
    expect(call).toMatchObject({ path: '/sessions/logout', body: { refresh_token: 'refresh-1' } })
    expect(decodeJwt(call?.headers.dpop ?? '')).toHaveProperty('ath')
    expect([...storage.values.keys()].sort()).toEqual([
      'vitrine:announced:app_test',
      'vitrine:caid',
      'vitrine:last_login:app_test',
    ])
    expect(await vault.vault.publicKey()).not.toBe(before)
    expect(events().map(({ name }) => name)).toEqual(['logout'])
  })
  test('works without the server', async () => {
    const { handlers, isAuthenticated } = await loggedIn(
      serverRoutes({ 'POST /sessions/logout': () => [0, undefined] }),
    )
    await handlers.logout(undefined)
    expect(isAuthenticated()).toBe(false)
  })
  test('of all devices says when the others could not be reached', async () => {
    const { kernel, isAuthenticated } = await loggedIn(
      serverRoutes({ 'POST /sessions/logout': () => [0, undefined] }),
    )
    await expect(kernel.operations.logout('all-devices')).rejects.toMatchObject({
      message: expect.stringContaining('other devices'),
    })
    expect(isAuthenticated()).toBe(false)
  })
  test('of all devices asks the server before the key goes, so that the proof has a nonce of now', async () => {
    const { kernel, sent } = await loggedIn(
      serverRoutes({
        'POST /sessions': () => [200, answerOf({ refresh_token: 'refresh-2' })],
        'POST /sessions/logout': () => [200, {}],
      }),
    )
    await kernel.operations.logout('all-devices')
    expect(sent.slice(-2)).toMatchObject([
      { path: '/sessions', body: { refresh_token: 'refresh-1' } },
      { path: '/sessions/logout', body: { refresh_token: 'refresh-2', all_devices: true } },
    ])
  })
  test('of all devices leaves nobody here to greet, a plain one does', async () => {
    const { kernel } = await loggedIn(serverRoutes({ 'POST /sessions/logout': () => [200, {}] }))
    kernel.greeting.write('email\nada@example.com')
    await kernel.operations.logout('device')
    expect(kernel.greeting.read()).toBe('email\nada@example.com')
    await kernel.operations.logout('all-devices')
    expect(kernel.greeting.read()).toBeNull()
  })
  test('of nobody is quiet', async () => {
    const { handlers, hello, events, sent } = startTestKernel({})
    await hello()
    await handlers.logout(undefined)
    expect(events()).toEqual([])
    expect(sent).toEqual([])
  })
  test('in another tab is a logout here', async () => {
    const here = await loggedIn()
    const lock = vi.spyOn(here.vault.vault, 'lock')
    // The code of wallets is there.
    await here.kernel.operations.openHere(deviceWallet).catch(() => {})
    const there = startTestKernel(serverRoutes(), { storage: here.storage })
    await there.hello()
    await there.handlers.logout(undefined)
    here.frame.dispatchEvent(Object.assign(new Event('storage'), { key: 'vitrine:token:app_test' }))
    expect(here.isAuthenticated()).toBe(false)
    expect(here.events().map(({ name }) => name)).toEqual(['logout'])
    // What this tab's vault keeps of wallets on the device is this tab's to forget.
    await vi.waitFor(() => expect(lock).toHaveBeenCalledOnce())
  })
})

test('nothing that goes to the page holds a token', async () => {
  const { handlers, notices } = await loggedIn()
  await handlers.createWallet(undefined)
  await handlers.logout(undefined)
  expect(notices.length).toBeGreaterThan(2)
  expect(JSON.stringify(notices)).not.toMatch(/refresh-1|identity-1|eyJ/)
})
