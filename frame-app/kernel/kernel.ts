import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import type { FrameHandlers, HostNotice } from '@vitrine/shared/bridge/methods.ts'
import type { ReadFrameBoot } from '@vitrine/shared/config/frame-boot.ts'
import { readWay, wayName } from '@vitrine/shared/login/registry.ts'
import { createCaptcha } from '../captcha/captcha.ts'
import { colorSchemeOf } from '../config/color-scheme.ts'
import { later, lazily } from '../core/lazy.ts'
import { createHttpClient } from '../http/client.ts'
import { SITE_FOLLOWERS } from '../login/site-followers.ts'
import { createLogins, type LoginResult } from '../requests/login/request-login.ts'
import { alreadyAuthenticated } from '../session/already-authenticated.ts'
import type { AuthorizedRequests, Prover } from '../session/authorized-request.ts'
import { completeSession } from '../session/complete-session.ts'
import { createExclusive } from '../session/exclusive.ts'
import type { HeldWallet } from '../session/held-wallet.ts'
import { logout } from '../session/logout.ts'
import { createSession } from '../session/session.ts'
import { createSessionStorage } from '../session/storage.ts'
import { connectTabs } from '../session/tab-sync.ts'
import type { VaultClient } from '../vault/client.ts'
import { createWallets } from '../wallet/wallets.ts'
import { createHandlers } from './handlers.ts'
import { createLiveConfig } from './live-config.ts'
import { createNotices } from './notices.ts'
import type { Calls, Kernel } from './ports.ts'
import { publicState } from './public-state.ts'
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
  /** Once the screens are there: what nobody waits for comes after them. */
  readonly screensLoaded: Promise<void>
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
  /** Brings the code of a session's calls ahead of the first of them, and connects the page's providers. Never rejects. */
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
      onLogin(result, way) {
        loginOutcome = result
        storage.remember('lastLogin', appId, wayName(way))
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
  const refreshUser = async () => (await loadUserCalls()).refreshUser()

  const config = createLiveConfig(
    boot.app,
    (answer, signal) =>
      http.request({ method: 'GET', path: `/apps/${encodeURIComponent(appId)}`, answer, signal }),
    message => {
      console.warn(`Vitrine: ${message}`)
      notices.emit('configWarning', { message })
    },
  )
  // What the page has and its calls work with. The screens have the session as it is, for who has terms to accept.
  const complete = completeSession(session.current, config.current)
  // What the open login has come to, before its screen ends.
  let loginOutcome: LoginResult | null = null
  const outcome = (): LoginResult | null => {
    const snapshot = complete.get()
    if (snapshot.status === 'anonymous') return null
    return { ...(loginOutcome ?? alreadyAuthenticated(snapshot.user)), user: snapshot.user }
  }
  const screens = createScreens({
    title: kind =>
      kind === 'login' ? (config.appearance.get().landingHeader ?? LOGIN_TITLE) : boot.app.name,
    colorScheme: () => colorSchemeOf(config.appearance.get().theme),
    load: options.loadScreens,
    notifyShell: shell => notices.send({ type: 'shell', ...shell }),
    loginOutcome: outcome,
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
      screens,
      locks: frame.navigator.locks,
      config: () => config.current.get().embeddedWallets,
      refreshUser,
    })
  })
  const wallets = createWallets({
    notices,
    load: loadWallets,
    config: () => config.current.get().embeddedWallets,
  })

  const loadWhenOpen = lazily(async () => {
    const { showWhenOpen } = await import('../requests/recover/show-when-open.ts')
    return showWhenOpen(screens, wallets.openHere)
  })

  const logins = createLogins({ config, screens, notices, present: session.current, complete, outcome })
  /** For a session that came without the login that is open here: that login ends with it, or has the terms accepted. */
  const endLogin = () => {
    const open = screens.current.get()
    if (open?.kind !== 'login') return
    if (complete.get().status === 'anonymous') return screens.renew(open)
    // A wallet that fails is told by its own event; the person is logged in.
    const end = () => screens.dismiss(open)
    wallets.createOnLogin().then(end, end)
  }
  screens.current.subscribe(() => {
    // It came while the screens were loading.
    if (complete.get().status === 'authenticated') endLogin()
  })

  complete.subscribe(() => {
    const snapshot = complete.get()
    notices.send({ type: 'state', state: publicState(snapshot) })
    if (snapshot.status === 'authenticated') return
    notices.emit('logout', null)
    screens.endSessionScreens()
  })
  let wasAuthenticated = false
  session.current.subscribe(() => {
    const isNew = !wasAuthenticated
    wasAuthenticated = session.current.get().status === 'authenticated'
    if (!wasAuthenticated) {
      loginOutcome = null
      // What the open login had come to is gone.
      const open = screens.current.get()
      if (open?.kind === 'login') screens.dismiss(open)
    } else if (isNew) {
      // Ahead of its use; a failure is the use's to report.
      loadWallets().catch(() => {})
      // By another tab: a login of this one goes on by itself.
      if (loginOutcome === null) endLogin()
    }
  })

  const restored = session.restore()
  // A session from storage may be stale or revoked: ask, without making the page wait.
  void restored.then(() => {
    if (session.current.get().status === 'authenticated') refreshUser().catch(() => {})
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

  const loadFollowers = lazily(async () => {
    const parts = {
      app: config.app,
      calls,
      session: session.current,
      complete,
      notices,
      askSite: options.askSite,
      logout: logOut,
      logins,
      endLogin,
      createWallets: wallets.createOnLogin,
    }
    return Promise.all(SITE_FOLLOWERS.map(async load => (await load())(parts)))
  })

  const loadSolana = lazily(async () => {
    const { createSolanaNetworks } = await import('../chains/solana/networks.ts')
    return createSolanaNetworks({
      clusters: () => config.current.get().solana,
      fetch: frame.fetch.bind(frame),
      kept: {
        read: () => storage.recall('solanaSent', appId),
        write: text => storage.remember('solanaSent', appId, text),
      },
      now,
    })
  })
  // What an earlier page sent is seen through, whoever is here now.
  void config.configured.then(() => {
    if ((storage.recall('solanaSent', appId) ?? '[]') === '[]') return
    loadSolana().then(
      solana => solana.resume(),
      () => {},
    )
  })
  const loadEthereum = lazily(async () => {
    const { createEthereumNetworks } = await import('../chains/ethereum/networks.ts')
    return createEthereumNetworks({
      appId,
      hostOrigin,
      storage,
      session: session.current,
      notices,
      perform: wallets.perform,
      frame,
      locks: frame.navigator.locks,
      app: config.app,
      chains: () => config.current.get().chains,
      onConfigChange: config.current.subscribe,
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
    lastLogin: () => readWay(storage.recall('lastLogin', appId) ?? ''),
    keptBy: method => ({
      read: () => storage.recall(method, appId),
      write: text => storage.remember(method, appId, text),
    }),
    session: session.current,
    screens,
    captcha: captcha.checks,
    operations: {
      calls,
      acceptTerms: signal => calls.changeUser('/users/me/accept_terms', {}, signal),
      ...wallets,
      createWalletsOnLogin: wallets.createOnLogin,
      logout: logOut,
    },
    ethereum: loadEthereum,
    solana: loadSolana,
  }

  return {
    kernel,
    restored,
    configured: config.configured,
    prefetch: () => Promise.allSettled([loadUserCalls(), loadEthereum()]),
    isAuthenticated: () => complete.get().status === 'authenticated',
    handlers: createHandlers({
      app: config.app,
      hostOrigin,
      session: complete,
      config,
      setLocale(tag) {
        locale = tag
      },
      async announceConfig() {
        const effective = config.current.get()
        await options.screensLoaded
        // Like the announcement itself: nothing depends on it.
        const code = await import('./sdk-initialize.ts').catch(() => null)
        await code?.announceConfig({ http, storage, appId }, effective)
      },
      screens: {
        ...screens,
        // A key on the person's devices may not be on this one yet.
        show: async request =>
          'wallet' in request && (request.wallet as HeldWallet).custody === 'device'
            ? (await loadWhenOpen()).show(request)
            : screens.show(request),
      },
      notices,
      wallets,
      requestLogin: logins.request,
      calls,
      logout: logOut,
      async followSite() {
        for (const follow of await loadFollowers()) follow()
      },
      ethereum: loadEthereum,
      solana: loadSolana,
      createLoginCode: later(async () => {
        const { createLoginCode } = await import('../session/login-code.ts')
        return (audience: string) => createLoginCode(requests, audience)
      }),
      restored,
    }),
  }
}
