import { describe, expect, test, vi } from 'vitest'
import { authenticateByEmail } from '../login/email/email-api.ts'
import type { ScreenRequest } from '../requests/registry.ts'
import { answerOf, deferred, wireUserOf } from '../session/testing/session-fixtures.ts'
import { type Routes, serverConfig, startTestKernel } from './testing/fake-frame.ts'
import { createOnLogin, credentials, loggedIn, serverRoutes, signal } from './testing/one-user-server.ts'

const server = { require_users_accept_terms: true }

/** A server that knows who has accepted. */
function termsRoutes(overrides: Routes = {}): Routes {
  let accepted = false
  const user = () => ({ ...wireUserOf(), has_accepted_terms: accepted })
  return serverRoutes({
    'POST /passwordless/authenticate': () => [200, answerOf({ is_new_user: true, user: user() })],
    'GET /users/me': () => [200, { user: user(), identity_token: null }],
    'POST /users/me/accept_terms': () => {
      accepted = true
      return [200, user()]
    },
    ...overrides,
  })
}

type Login = Extract<ScreenRequest, { kind: 'login' }>
type Test = ReturnType<typeof startTestKernel>
const hear = (test: Test) =>
  test.frame.dispatchEvent(Object.assign(new Event('storage'), { key: 'vitrine:token:app_test' }))
const names = (test: Test) => test.events().map(({ name }) => name)

describe('someone who has not accepted the required terms', () => {
  test('is nobody for the page, until they have', async () => {
    const test = await loggedIn(termsRoutes(), { server })
    expect(test.isAuthenticated()).toBe(false)
    expect(test.notices.filter(({ type }) => type === 'state')).toEqual([])
    await expect(test.handlers.ethereumRequest({ method: 'eth_accounts' })).resolves.toEqual([])
    await test.kernel.operations.acceptTerms(signal)
    expect(test.isAuthenticated()).toBe(true)
    expect(test.notices.findLast(({ type }) => type === 'state')).toMatchObject({
      state: { authenticated: true, user: { hasAcceptedTerms: true } },
    })
  })

  test('is nobody for the next page, whose login asks them again', async () => {
    const { storage } = await loggedIn(termsRoutes(), { server })
    const next = startTestKernel(termsRoutes(), { server, storage })
    await expect(next.hello()).resolves.toMatchObject({ state: { authenticated: false, user: null } })
    expect(next.isAuthenticated()).toBe(false)
    const call = next.handlers.login(undefined)
    const request = (await next.shown()) as Login
    const user = await next.kernel.operations.acceptTerms(signal)
    next.kernel.screens.resolve(request, {
      user,
      isNewUser: false,
      wasAlreadyAuthenticated: true,
      loginMethod: null,
      loginAccount: null,
    })
    await expect(call).resolves.toMatchObject({ user: { hasAcceptedTerms: true } })
    expect(names(next)).toEqual(['login'])
  })

  test('and leaves was never logged in: no login, no logout', async () => {
    const test = startTestKernel(termsRoutes(), { server })
    await test.hello()
    const call = expect(test.handlers.login(undefined)).rejects.toMatchObject({ code: 'exited_auth_flow' })
    await test.shown()
    await authenticateByEmail(test.kernel.operations.calls, credentials, signal)
    await test.kernel.operations.logout('device')
    await call
    expect(names(test)).toEqual([])
  })

  test('is asked in every tab that has a login open, and each ends when they accept in one', async () => {
    const routes = termsRoutes()
    const here = startTestKernel(routes, { server })
    await here.hello()
    const call = here.handlers.login(undefined)
    const landing = await here.shown()
    const there = await loggedIn(routes, { server, storage: here.storage })
    hear(here)
    const terms = await here.shown()
    // The same request under another name: its dialog begins anew, with the terms.
    expect(terms).toEqual({ ...landing, id: terms.id })
    expect(terms.id).not.toBe(landing.id)
    await there.kernel.operations.acceptTerms(signal)
    hear(here)
    here.kernel.screens.dismiss(terms)
    await expect(call).resolves.toMatchObject({ wasAlreadyAuthenticated: true })
  })

  test('is logged out for the page by a config that comes late', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    let isUp = false
    const late: Routes = {
      'GET /apps/app_test': () =>
        isUp ? [200, serverConfig(server)] : [501, { error: 'Down.', code: 'internal_error' }],
    }
    const test = await loggedIn(termsRoutes(late), { inlined: { ...serverConfig(), theme: 7 } })
    expect(test.isAuthenticated()).toBe(true)
    isUp = true
    await expect(test.hello()).resolves.toMatchObject({ state: { authenticated: false } })
    vi.restoreAllMocks()
  })
})

describe('a login whose session has ended meanwhile', () => {
  test('is none: the page is told so, and gets no login', async () => {
    const test = startTestKernel(serverRoutes())
    await test.hello()
    const call = expect(test.handlers.login(undefined)).rejects.toMatchObject({ code: 'exited_auth_flow' })
    const request = (await test.shown()) as Login
    const result = await authenticateByEmail(test.kernel.operations.calls, credentials, signal)
    test.storage.values.clear()
    hear(test)
    test.kernel.screens.resolve(request, result)
    await call
    expect(test.kernel.screens.current.get()).toBeNull()
    expect(names(test)).toEqual(['logout'])
  })

  test('is none even when it ends right after the screen', async () => {
    const test = startTestKernel(serverRoutes())
    await test.hello()
    const call = expect(test.handlers.login(undefined)).rejects.toMatchObject({ code: 'exited_auth_flow' })
    const request = (await test.shown()) as Login
    test.kernel.screens.resolve(
      request,
      await authenticateByEmail(test.kernel.operations.calls, credentials, signal),
    )
    test.storage.values.clear()
    hear(test)
    await call
    expect(names(test)).toEqual(['logout'])
  })
})

describe('a login that is asked for', () => {
  test('while the screens load ends with the session that came meanwhile, and its wallet', async () => {
    const screens = deferred<void>()
    const here = startTestKernel(serverRoutes(), {
      server: createOnLogin,
      loadScreens: () => screens.promise,
    })
    await here.hello()
    const call = here.handlers.login(undefined)
    await loggedIn(serverRoutes(), { storage: here.storage })
    hear(here)
    screens.resolve()
    await expect(call).resolves.toMatchObject({
      wasAlreadyAuthenticated: true,
      user: { wallet: { chainType: 'ethereum' } },
    })
    expect(here.kernel.screens.current.get()).toBeNull()
    expect(names(here)).toEqual(['walletCreated', 'login'])
  })

  test('while another tab logs in waits for the wallet that the login makes', async () => {
    const here = startTestKernel(serverRoutes(), { server: createOnLogin })
    await here.hello()
    const call = here.handlers.login(undefined)
    await here.shown()
    await loggedIn(serverRoutes(), { storage: here.storage })
    hear(here)
    await expect(call).resolves.toMatchObject({ user: { wallet: { chainType: 'ethereum' } } })
  })

  test('while another tab logs in has its own screen ask for the passcode that the wallet needs, once', async () => {
    const here = startTestKernel(serverRoutes(), {
      server: {
        embedded_wallet_config: {
          ...createOnLogin.embedded_wallet_config,
          mode: 'legacy-embedded-wallets-only',
          user_owned_recovery_options: ['user-passcode'],
          require_user_owned_recovery_on_create: true,
        },
      },
    })
    await here.hello()
    const call = here.handlers.login(undefined)
    const landing = await here.shown()
    const shown: string[] = []
    here.kernel.screens.current.subscribe(() => shown.push(here.kernel.screens.current.get()?.kind ?? ''))
    await loggedIn(serverRoutes(), { storage: here.storage })
    hear(here)
    await vi.waitFor(() => expect(here.kernel.screens.current.get()?.id).not.toBe(landing.id))
    // What a renewed login stands on is not looked at again: it would begin anew without end.
    await new Promise(resolve => setTimeout(resolve))
    expect(shown).toEqual(['login'])
    here.kernel.screens.dismiss((await here.shown()) as Login)
    await expect(call).resolves.toMatchObject({ wasAlreadyAuthenticated: true })
  })
})
