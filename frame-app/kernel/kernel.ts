import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import type { FrameHandlers, HostNotice } from '@vitrine/shared/bridge/methods.ts'
import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { guestCredential } from '@vitrine/shared/login/guest.ts'
import { LOGIN_METHODS } from '@vitrine/shared/login/registry.ts'
import { createCaptcha } from '../captcha/captcha.ts'
import { colorSchemeOf } from '../config/color-scheme.ts'
import { later, lazily } from '../handlers/lazily.ts'
import { publicState } from '../handlers/public-state.ts'
import { createHandlers } from '../handlers/registry.ts'
import { createRequestLogin, type LoginResult } from '../handlers/request-login.ts'
import { createHttpClient } from '../http/client.ts'
import { newGuestCredential } from '../login/guest/credential.ts'
import { alreadyAuthenticated } from '../session/already-authenticated.ts'
import type { AuthorizedRequests, Prover } from '../session/authorized-request.ts'
import { createExclusive } from '../session/exclusive.ts'
import { logout } from '../session/logout.ts'
import { refreshUser } from '../session/refresh-user.ts'
import { createSession } from '../session/session.ts'
import { createSessionStorage } from '../session/storage.ts'
import { connectTabs } from '../session/tab-sync.ts'
import type { VaultClient } from '../vault/client.ts'
import { createWallets } from '../wallet/wallets.ts'
import { createLiveConfig } from './live-config.ts'
import { createNotices } from './notices.ts'
import type { Calls, Kernel } from './ports.ts'
import { createScreens } from './screens.ts'

/** The dialog's name until its screen names itself, in the person's language. Specification §2. */
const LOGIN_TITLE = 'Log in or sign up'

export interface KernelOptions {
  readonly boot: ReadFrameBoot
  /** The pinned origin. */
  readonly hostOrigin: string
  readonly frame: Window & typeof globalThis
  readonly vault: VaultClient
  loadScreens(): Promise<void>
  deliver(notice: HostNotice): void
  /** The token of the site's own login, asked of the page. */
  askSite(): Promise<string | null | undefined>
}

export interface RunningKernel {
  readonly kernel: Kernel
  readonly handlers: FrameHandlers
  isAuthenticated(): boolean
  readonly restored: Promise<void>
  /** Settles when the page has said hello with options that hold. */
  readonly configured: Promise<void>
  /** Brings the code of a session's calls ahead of the first of them. Never rejects. */
  prefetch(): Promise<unknown>
}

/** Puts the parts together. The only place that knows all of them. */
export function startKernel(options: KernelOptions): RunningKernel {
  const { boot, hostOrigin, frame, vault } = options
  const appId = boot.app.id
  const clockOffset = boot.now - Date.now()
  const now = () => Date.now() + clockOffset

  let locale: string | null = null
  const notices = createNotices(options.deliver)
  const storage = createSessionStorage(
    () => frame.localStorage,
    () =>
      notices.emit('error', {
        code: 'session_storage_unavailable',
        message: 'The browser blocks storage for the wallet: the login ends with this page.',
        during: 'restore',
      }),
  )
  const http = createHttpClient({
    appId,
    origin: frame.location.origin,
    analyticsId: storage.analyticsId(),
    isOnline: () => frame.navigator.onLine,
    language: () => locale,
    fetch: frame.fetch.bind(frame),
  })
  const loadUserCalls = lazily(async () => {
    const { createUserCalls } = await import('../session/user-calls.ts')
    return createUserCalls({
      http,
      vault,
      session,
      now,
      captchaToken: captcha.token,
      // What listens to the session tells this login from one in another tab.
      onLogin(result, method) {
        loginOutcome = result
        storage.remember('lastLogin', appId, method)
      },
    })
  })
  const prover: Prover = {
    headers: async (...request) => (await loadUserCalls()).prover.headers(...request),
  }
  const tabs = connectTabs(frame, storage.concerns, () => session.adopt())
  const session = createSession({
    appId,
    storage,
    now,
    exclusive: createExclusive('vitrine:session', frame.navigator.locks),
    announce: tabs.announce,
    refresh: refreshToken =>
      http.request({
        method: 'POST',
        path: '/sessions',
        body: { refresh_token: refreshToken },
        answer: authenticatedUser,
        headers: url => prover.headers('POST', url),
      }),
  })
  const requests: AuthorizedRequests = {
    send: async (...request) => (await loadUserCalls()).requests.send(...request),
  }

  const config = createLiveConfig(
    boot.app,
    answer => http.request({ method: 'GET', path: `/apps/${encodeURIComponent(appId)}`, answer }),
    message => {
      console.warn(`Vitrine: ${message}`)
      notices.emit('configWarning', { message })
    },
  )
  // What the open login has come to, before its screen ends.
  let loginOutcome: LoginResult | null = null
  const screens = createScreens({
    title: kind =>
      kind === 'login' ? (config.appearance.get().landingHeader ?? LOGIN_TITLE) : boot.app.name,
    colorScheme: () => colorSchemeOf(config.appearance.get().theme),
    load: options.loadScreens,
    notifyShell: shell => notices.send({ type: 'shell', ...shell }),
    loginOutcome: () => {
      const snapshot = session.current.get()
      return snapshot.status === 'authenticated'
        ? (loginOutcome ?? alreadyAuthenticated(snapshot.user))
        : null
    },
  })
  const loadWallets = lazily(async () => {
    const { createWalletOperations } = await import('../wallet/operations.ts')
    return createWalletOperations({
      appId,
      http,
      requests,
      vault,
      now,
      session,
      notices,
      refreshUser: () => refreshUser(requests, session),
    })
  })
  const wallets = createWallets({
    session,
    load: loadWallets,
    createOnLogin: () => config.current.get().embeddedWallets.ethereum.createOnLogin,
  })

  let wasAuthenticated = false
  session.current.subscribe(() => {
    const snapshot = session.current.get()
    const isAuthenticated = snapshot.status === 'authenticated'
    notices.send({ type: 'state', state: publicState(snapshot) })
    if (wasAuthenticated && !isAuthenticated) {
      notices.emit('logout', null)
      screens.endSessionScreens()
    }
    // Logged in by another tab: the login that is open here has nothing left to do.
    const open = screens.current.get()
    if (isAuthenticated && !wasAuthenticated && loginOutcome === null && open?.kind === 'login')
      screens.resolve(open, alreadyAuthenticated(snapshot.user))
    // Ahead of its use; a failure is the use's to report.
    if (isAuthenticated && !wasAuthenticated) loadWallets().catch(() => {})
    wasAuthenticated = isAuthenticated
    if (!isAuthenticated) loginOutcome = null
  })

  const restored = session.restore()
  // A session from storage may be stale or revoked: ask, without making the page wait.
  void restored.then(() => {
    if (session.current.get().status === 'authenticated') refreshUser(requests, session).catch(() => {})
  })

  const logOut = (scope: 'device' | 'all-devices') => logout({ http, session, prover, vault }, scope)

  const post: Calls['post'] = (path, body, answer, signal) =>
    http.request({ method: 'POST', path, body, answer, signal })
  const captcha = createCaptcha({
    app: config.app,
    post,
    origin: frame.location.origin,
    captchaOrigin: boot.captchaOrigin,
  })
  const calls: Calls = {
    captchaToken: captcha.token,
    post,
    postAuthorized: async (...call) => (await loadUserCalls()).calls.postAuthorized(...call),
    authenticate: async (...call) => (await loadUserCalls()).calls.authenticate(...call),
    changeUser: async (...call) => (await loadUserCalls()).calls.changeUser(...call),
  }

  const loadFollowSite = lazily(async () => {
    const { createFollowSite } = await import('../login/custom-jwt/follow-site.ts')
    return createFollowSite({
      app: config.app,
      calls,
      session: session.current,
      notices,
      askSite: options.askSite,
      logout: logOut,
      async onLogin(result, signal) {
        // A failure is told by its own event; the person is logged in.
        await wallets.createOnLogin(signal).catch(() => {})
        const snapshot = session.current.get()
        if (snapshot.status === 'anonymous') return
        const complete = { ...result, user: snapshot.user }
        const open = screens.current.get()
        // A login that a person has open ends with this one, and tells the page itself.
        if (open?.kind === 'login') screens.resolve(open, complete)
        else notices.emit('login', complete)
      },
    })
  })

  const kernel: Kernel = {
    get app() {
      return config.app()
    },
    hostOrigin,
    config: config.current,
    appearance: config.appearance,
    locale: () => locale,
    lastLogin: () => LOGIN_METHODS.find(it => it === storage.recall('lastLogin', appId)) ?? null,
    guestCredential() {
      const known = storage.recall('guest', appId)
      if (known !== null && guestCredential.safeParse(known).success) return known
      const made = newGuestCredential()
      storage.remember('guest', appId, made)
      return made
    },
    session: session.current,
    screens,
    captcha: captcha.checks,
    operations: {
      calls,
      acceptTerms: signal => calls.changeUser('/users/me/accept_terms', {}, signal),
      createWalletsOnLogin: wallets.createOnLogin,
      signMessage: wallets.signMessage,
      logout: logOut,
    },
  }

  return {
    kernel,
    restored,
    configured: config.configured,
    prefetch: () => loadUserCalls().catch(() => {}),
    isAuthenticated: () => session.current.get().status === 'authenticated',
    handlers: createHandlers({
      app: config.app,
      hostOrigin,
      session: session.current,
      config,
      setLocale(tag) {
        locale = tag
      },
      async announceConfig() {
        const effective = config.current.get()
        // Like the announcement itself: nothing depends on it.
        const code = await import('./sdk-initialize.ts').catch(() => null)
        await code?.announceConfig({ http, storage, appId }, effective)
      },
      screens,
      notices,
      wallets,
      requestLogin: createRequestLogin({ session: session.current, config, screens, notices }),
      calls,
      logout: logOut,
      followSite: async () => (await loadFollowSite())(),
      createLoginCode: later(async () => {
        const { createLoginCode } = await import('../session/login-code.ts')
        return (audience: string) => createLoginCode(requests, audience)
      }),
      restored,
    }),
  }
}
