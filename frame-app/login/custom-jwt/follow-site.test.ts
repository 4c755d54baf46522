import { describe, expect, it, vi } from 'vitest'
import { type Routes, type SentRequest, startTestKernel } from '../../kernel/testing/fake-frame.ts'
import { createOnLogin, logIn, serverRoutes } from '../../kernel/testing/one-user-server.ts'
import type { LoginRequest } from '../../login-method/login-method.ts'
import { alreadyAuthenticated } from '../../session/already-authenticated.ts'
import {
  accessTokenOf,
  answerOf,
  HOUR_MS,
  MemoryStorage,
  wireUserOf,
} from '../../session/testing/session-fixtures.ts'

const AUTHENTICATE = 'POST /custom_jwt_account/authenticate'
const server = { custom_jwt_auth: true, ...createOnLogin }

/** A token as a site's issuer makes it; the frame does not verify it. */
const tokenOf = (sub: string) => `e30.${btoa(JSON.stringify({ sub })).replaceAll('=', '')}.sig`

const account = (sub: string) => ({
  type: 'custom_auth' as const,
  custom_user_id: sub,
  verified_at: 1,
  first_verified_at: 1,
  latest_verified_at: 1,
})
/** The server, which has the token's user beside it: the token is sealed. */
const userOf = (sub: string) => ({ ...wireUserOf(`user_${sub}`), linked_accounts: [account(sub)] })

function answerTo(sub: string) {
  const user = userOf(sub)
  return answerOf({ is_new_user: true, user, token: accessTokenOf({ sub: user.id, expiresInMs: HOUR_MS }) })
}

function site(
  first: string | null | undefined,
  routes: Routes = {},
  own: object = server,
  storage = new MemoryStorage(),
) {
  let token = first
  const test = startTestKernel(
    serverRoutes({
      [AUTHENTICATE]: ({ body }) => [200, answerTo((body as { custom_user_id: string }).custom_user_id)],
      ...routes,
    }),
    { server: own, storage, siteToken: () => token },
  )
  const statuses = () =>
    test.events().flatMap(event => (event.name === 'customAuth' ? event.payload.status : []))
  /** What the page hears besides how far following is. */
  const names = () =>
    test.events().flatMap(({ name }) => (name === 'customAuth' || name === 'flowStatus' ? [] : name))
  const flows = () => test.events().flatMap(it => (it.name === 'flowStatus' ? it.payload : []))
  return {
    ...test,
    statuses,
    flows,
    names,
    sentTo: (path: string) => test.sent.filter(request => `${request.method} ${request.path}` === path),
    user: () => {
      const snapshot = test.kernel.session.get()
      return snapshot.status === 'authenticated' ? snapshot.user.id : null
    },
    set(next: string | null | undefined) {
      token = next
    },
    /** The page's state is `next` now, and it says so; settles when the frame is done. */
    async become(next: string | null | undefined) {
      token = next
      const before = statuses().length
      await test.handlers.syncCustomAuth(undefined)
      await vi.waitFor(() => expect(statuses().slice(before).at(-1)).toMatch(/^(done|error|not-enabled)$/))
    },
  }
}

describe('a page whose own login is on', () => {
  it('is followed without a screen: wallets are made, then the page is told', async () => {
    const test = site(undefined, {}, { custom_jwt_auth: true })
    await test.hello()
    await test.become(tokenOf('ada'))
    expect(test.user()).toBe('user_ada')
    expect(test.statuses()).toEqual(['loading', 'done'])
    expect(test.flows()).toEqual(
      ['initial', 'loading', 'done'].map(status => ({ flow: 'custom-jwt', status })),
    )
    expect(test.kernel.screens.current.get()).toBeNull()
    expect(test.events().find(({ name }) => name === 'login')?.payload).toMatchObject({
      user: { id: 'user_ada' },
      isNewUser: true,
      loginMethod: 'custom',
      loginAccount: { type: 'custom_auth', customUserId: 'ada' },
    })
    const [sent] = test.sentTo(AUTHENTICATE)
    expect(sent?.headers).toMatchObject({ dpop: expect.any(String) })
    // No server that relays it reads the token.
    expect(sent?.body).toEqual({ custom_user_id: 'ada', token: expect.stringMatching(/^v1\.[\w-]{110,}$/) })
  })

  it('makes the wallets that a login makes', async () => {
    const test = site(undefined)
    await test.hello()
    await test.become(tokenOf('ada'))
    expect(test.sentTo('POST /wallets')).toHaveLength(1)
    expect(test.names().indexOf('walletCreated')).toBeLessThan(test.names().indexOf('login'))
  })

  it('whose user is logged in already costs no login, even with a fresh token', async () => {
    const test = site(undefined, {}, { custom_jwt_auth: true })
    await test.hello()
    await test.become(tokenOf('ada'))
    await test.become(`${tokenOf('ada')}x`)
    expect(test.sentTo(AUTHENTICATE)).toHaveLength(1)
    expect(test.names()).toEqual(['login'])
  })

  it('that changes its user changes ours: the former one is logged out first', async () => {
    const test = site(undefined, {}, { custom_jwt_auth: true })
    await test.hello()
    await test.become(tokenOf('ada'))
    await test.become(tokenOf('bob'))
    expect(test.user()).toBe('user_bob')
    expect(test.names()).toEqual(['login', 'logout', 'login'])
    expect(test.sentTo('POST /sessions/logout')).toHaveLength(1)
  })

  it('that logs out logs out here, whoever is logged in', async () => {
    const test = site(undefined, {}, { custom_jwt_auth: true })
    await test.hello()
    await test.become(tokenOf('ada'))
    await test.become(null)
    expect(test.user()).toBeNull()
    expect(test.names()).toEqual(['login', 'logout'])
  })

  it('that does not know yet leaves everything as it is', async () => {
    const test = site(undefined, {}, { custom_jwt_auth: true })
    await test.hello()
    await test.become(tokenOf('ada'))
    await test.become(undefined)
    expect(test.user()).toBe('user_ada')
    expect(test.names()).toEqual(['login'])
  })

  it('that changes twice at once ends at the last state', async () => {
    const test = site(tokenOf('ada'), {}, { custom_jwt_auth: true })
    await test.hello()
    await test.handlers.syncCustomAuth(undefined)
    await test.become(tokenOf('bob'))
    expect(test.user()).toBe('user_bob')
  })

  it('ends a login that is open, and the page is told once', async () => {
    const test = site(undefined, {}, { custom_jwt_auth: true })
    await test.hello()
    const login = test.handlers.login(undefined)
    await test.shown()
    await test.become(tokenOf('ada'))
    await expect(login).resolves.toMatchObject({ loginMethod: 'custom', user: { id: 'user_ada' } })
    expect(test.names()).toEqual(['login'])
  })

  /** Does `act` while the wallet is made. */
  const meanwhile = (act: () => void) => {
    const routes = serverRoutes()
    return {
      'POST /wallets': (request: SentRequest) => {
        act()
        return routes['POST /wallets']?.(request) ?? ([500, {}] as const)
      },
    }
  }

  it('tells the page once when the person leaves that login while its wallet is made', async () => {
    const test = site(
      undefined,
      meanwhile(() => {
        const open = test.kernel.screens.current.get()
        if (open) test.kernel.screens.dismiss(open)
      }),
    )
    await test.hello()
    const login = test.handlers.login(undefined)
    await test.shown()
    await test.become(tokenOf('ada'))
    await expect(login).resolves.toMatchObject({ loginMethod: 'custom' })
    // Nothing waits for the wallet of a person who left: it is told of when it is made.
    await vi.waitFor(() => expect(test.names()).toEqual(['login', 'walletCreated']))
  })

  it('tells the page once when the page asks for a login while the wallet is made', async () => {
    let login: unknown
    const test = site(
      undefined,
      meanwhile(() => {
        login = test.handlers.login(undefined)
      }),
    )
    await test.hello()
    await test.become(tokenOf('ada'))
    await expect(login).resolves.toMatchObject({ loginMethod: 'custom', user: { id: 'user_ada' } })
    expect(test.names()).toEqual(['walletCreated', 'login'])
  })
})

describe('someone who is logged in by another way', () => {
  const byEmail = async (user = wireUserOf('user_eve')) => {
    const answer = answerOf({ user, token: accessTokenOf({ sub: user.id, expiresInMs: HOUR_MS }) })
    const test = site(
      undefined,
      { 'POST /passwordless/authenticate': () => [200, answer] },
      { custom_jwt_auth: true },
    )
    await test.hello()
    await logIn(test)
    return test
  }
  const refusal = { code: 'linked_to_another_user', message: expect.stringContaining('logout()') }

  it('is not replaced by another user of the site: the page is told, and nothing is asked of the server', async () => {
    const test = await byEmail()
    await test.become(tokenOf('ada'))
    expect(test.user()).toBe('user_eve')
    expect(test.statuses()).toEqual(['loading', 'error'])
    expect(test.events().find(({ name }) => name === 'error')?.payload).toEqual({
      ...refusal,
      during: 'customAuth',
    })
    expect(test.flows().at(-1)).toEqual({ flow: 'custom-jwt', status: 'error', error: refusal })
    expect(test.sentTo(AUTHENTICATE)).toEqual([])
    expect(test.sentTo('POST /sessions/logout')).toEqual([])
  })

  it('nor on the next page, by the session that is restored there', async () => {
    const { storage } = await byEmail()
    const next = site(undefined, {}, { custom_jwt_auth: true }, storage)
    await next.hello()
    await next.become(tokenOf('ada'))
    expect([next.user(), next.statuses().at(-1)]).toEqual(['user_eve', 'error'])
  })

  it('stays when the site’s account is theirs', async () => {
    const test = await byEmail({ ...wireUserOf('user_eve'), linked_accounts: [account('eve')] })
    await test.become(tokenOf('eve'))
    expect([test.user(), test.statuses().at(-1)]).toEqual(['user_eve', 'done'])
  })

  it('is followed to the site’s user once they have logged out', async () => {
    const test = await byEmail()
    await test.kernel.operations.logout('device')
    await test.become(tokenOf('ada'))
    expect(test.user()).toBe('user_ada')
    // And from there on the session is the site’s.
    await test.become(tokenOf('bob'))
    expect(test.user()).toBe('user_bob')
  })
})

describe('an app that wants a recovery passcode', () => {
  const own = {
    custom_jwt_auth: true,
    embedded_wallet_config: {
      ...createOnLogin.embedded_wallet_config,
      mode: 'legacy-embedded-wallets-only',
      user_owned_recovery_options: ['user-passcode'],
      require_user_owned_recovery_on_create: true,
    },
  }
  const EXITED = {
    name: 'error',
    payload: { code: 'embedded_wallet_password_unconfirmed', during: 'createWallet' },
  }
  const told = (test: ReturnType<typeof site>) =>
    test.events().filter(({ name }) => !['customAuth', 'flowStatus'].includes(name))

  it('has its screen after the site’s login, and the page is told when it is done', async () => {
    const test = site(undefined, {}, own)
    await test.hello()
    test.set(tokenOf('ada'))
    await test.handlers.syncCustomAuth(undefined)
    const request = await test.shown()
    expect(request).toMatchObject({ kind: 'set-recovery', purpose: { type: 'create' } })
    expect(test.names()).toEqual([])
    test.kernel.screens.dismiss(request)
    await vi.waitFor(() => expect(test.statuses().at(-1)).toBe('done'))
    expect(told(test)).toMatchObject([EXITED, { name: 'login' }])
  })

  it('goes with the site’s logout, which does not wait for the person', async () => {
    const test = site(undefined, {}, own)
    await test.hello()
    test.set(tokenOf('ada'))
    await test.handlers.syncCustomAuth(undefined)
    await test.shown()
    await test.become(null)
    expect(test.user()).toBeNull()
    expect(test.kernel.screens.current.get()).toBeNull()
    expect(test.names()).not.toContain('error')
  })

  it('has the login that is open ask for it, and that login then ends', async () => {
    const test = site(undefined, {}, { ...own, email_auth: true })
    await test.hello()
    const login = test.handlers.login(undefined)
    const landing = await test.shown()
    test.set(tokenOf('ada'))
    await test.handlers.syncCustomAuth(undefined)
    await vi.waitFor(() => expect(test.kernel.screens.current.get()?.id).not.toBe(landing.id))
    const renewed = (await test.shown()) as LoginRequest
    expect(renewed.kind).toBe('login')
    // The screen finds a session that lacks nothing but the wallet; see `requests/login/screen.test.tsx`.
    test.kernel.screens.dismiss(renewed)
    await expect(login).resolves.toMatchObject({ loginMethod: 'custom' })
    expect(told(test)).toMatchObject([{ name: 'login' }])
  })
})

describe('an app whose terms must be accepted', () => {
  const own = { ...server, require_users_accept_terms: true, email_auth: false }
  const accepted = { ...userOf('ada'), has_accepted_terms: true }
  const accept = { 'POST /users/me/accept_terms': () => [200, accepted] as const }
  /** Says that the page's state is `next`, without waiting for a person. */
  const start = async (test: ReturnType<typeof site>, next: string | null) => {
    test.set(next)
    await test.handlers.syncCustomAuth(undefined)
  }
  const answerTerms = async (test: ReturnType<typeof site>) => {
    const request = (await test.shown()) as LoginRequest
    await test.kernel.operations.acceptTerms(new AbortController().signal)
    await test.kernel.operations.createWalletsOnLogin(new AbortController().signal)
    const snapshot = test.kernel.session.get()
    if (snapshot.status === 'authenticated')
      test.kernel.screens.resolve(request, alreadyAuthenticated(snapshot.user))
  }

  it('asks for them on a screen, and tells the page of a login when they are', async () => {
    const test = site(undefined, accept, own)
    await test.hello()
    await start(test, tokenOf('ada'))
    await test.shown()
    expect(test.names()).toEqual([])
    expect(test.isAuthenticated()).toBe(false)
    await answerTerms(test)
    await vi.waitFor(() => expect(test.statuses().at(-1)).toBe('done'))
    expect(test.events().find(({ name }) => name === 'login')?.payload).toMatchObject({
      loginMethod: 'custom',
      isNewUser: true,
      user: { hasAcceptedTerms: true },
    })
    expect(test.names()).toEqual(['walletCreated', 'login'])
  })

  it('asks again on the next page, for the session that is there', async () => {
    const first = site(undefined, accept, own)
    await first.hello()
    await start(first, tokenOf('ada'))
    await first.shown()
    const next = site(undefined, accept, own, first.storage)
    await next.hello()
    await start(next, tokenOf('ada'))
    await answerTerms(next)
    await vi.waitFor(() => expect(next.statuses().at(-1)).toBe('done'))
    expect(next.sentTo(AUTHENTICATE)).toEqual([])
    expect(next.names()).toEqual(['walletCreated', 'login'])
  })

  it('has the login that is open ask for them', async () => {
    const test = site(undefined, accept, { ...own, email_auth: true })
    await test.hello()
    const login = test.handlers.login(undefined)
    const landing = await test.shown()
    await start(test, tokenOf('ada'))
    await vi.waitFor(() => expect(test.kernel.screens.current.get()?.id).not.toBe(landing.id))
    await answerTerms(test)
    await expect(login).resolves.toMatchObject({ loginMethod: 'custom', user: { id: 'user_ada' } })
    expect(test.names()).toEqual(['walletCreated', 'login'])
  })

  it('ends with the site’s logout while the person reads them', async () => {
    const test = site(undefined, accept, own)
    await test.hello()
    await start(test, tokenOf('ada'))
    await test.shown()
    await test.become(null)
    expect(test.user()).toBeNull()
    expect(test.kernel.screens.current.get()).toBeNull()
    expect(test.names()).toEqual([])
  })

  it('says who did not accept them', async () => {
    const test = site(undefined, accept, own)
    await test.hello()
    await start(test, tokenOf('ada'))
    await test.shown()
    await test.kernel.operations.logout('device')
    await vi.waitFor(() => expect(test.statuses().at(-1)).toBe('error'))
    expect(test.events().find(({ name }) => name === 'error')?.payload).toMatchObject({
      code: 'exited_auth_flow',
    })
  })
})

describe('what goes wrong', () => {
  it('a token that the server refuses is an error event, and nobody is logged in', async () => {
    const refused = { error: 'Log in at the site again.', code: 'invalid_credentials' }
    const test = site(undefined, { [AUTHENTICATE]: () => [422, refused] })
    await test.hello()
    await test.become(tokenOf('ada'))
    expect(test.user()).toBeNull()
    expect(test.statuses()).toEqual(['loading', 'error'])
    expect(test.events().find(({ name }) => name === 'error')?.payload).toEqual({
      code: 'invalid_credentials',
      message: refused.error,
      during: 'customAuth',
    })
    expect(test.flows().at(-1)).toEqual({
      flow: 'custom-jwt',
      status: 'error',
      error: { code: 'invalid_credentials', message: refused.error },
    })
    // The next change tries again.
    await test.become(tokenOf('ada'))
    expect(test.sentTo(AUTHENTICATE)).toHaveLength(2)
  })

  it('what is no JWT is not sent', async () => {
    const test = site(undefined)
    await test.hello()
    await test.become('no token')
    expect(test.statuses().at(-1)).toBe('error')
    expect(test.sentTo(AUTHENTICATE)).toEqual([])
  })

  it('an app that has not turned it on never asks the page', async () => {
    const siteToken = vi.fn(() => tokenOf('ada'))
    const test = startTestKernel(serverRoutes(), { siteToken })
    await test.hello()
    await test.handlers.syncCustomAuth(undefined)
    expect(test.events()).toContainEqual({ name: 'customAuth', payload: { status: 'not-enabled' } })
    expect(test.events()).toContainEqual({
      name: 'flowStatus',
      payload: { flow: 'custom-jwt', status: 'not-enabled' },
    })
    expect(siteToken).not.toHaveBeenCalled()
  })
})
