import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import type { FrameHandlers, HostNotice } from '@vitrine/shared/bridge/methods.ts'
import type { FrameBoot } from '@vitrine/shared/config/app-config.ts'
import { colorSchemeOf } from '../config/color-scheme.ts'
import { type EffectiveConfig, effectiveConfig } from '../config/effective.ts'
import { publicState } from '../handlers/public-state.ts'
import { createHandlers } from '../handlers/registry.ts'
import { alreadyAuthenticated, createRequestLogin, type LoginResult } from '../handlers/request-login.ts'
import { createHttpClient } from '../http/client.ts'
import { authenticateByEmail, sendEmailCode } from '../login/email/email-api.ts'
import { createAuthorizedRequests, createProver } from '../session/authorized-request.ts'
import { toClientUser } from '../session/client-user.ts'
import { createExclusive } from '../session/exclusive.ts'
import { createLoginCode } from '../session/login-code.ts'
import { logout } from '../session/logout.ts'
import { refreshUser } from '../session/refresh-user.ts'
import { createSession } from '../session/session.ts'
import { createSessionStorage } from '../session/storage.ts'
import { connectTabs } from '../session/tab-sync.ts'
import type { VaultClient } from '../vault/client.ts'
import { createWalletCreation } from '../wallet/create/wallet-creation.ts'
import { signMessage } from '../wallet/sign-message/sign-message.ts'
import { createSignedRequests } from '../wallet/signed-request.ts'
import { createNotices } from './notices.ts'
import type { Appearance, Kernel } from './ports.ts'
import { createScreens } from './screens.ts'
import { createStore } from './store.ts'

export interface KernelOptions {
  readonly boot: FrameBoot
  /** The pinned origin. */
  readonly hostOrigin: string
  readonly frame: Window & typeof globalThis
  readonly vault: VaultClient
  loadScreens(): Promise<void>
  deliver(notice: HostNotice): void
}

export interface RunningKernel {
  readonly kernel: Kernel
  readonly handlers: FrameHandlers
  isAuthenticated(): boolean
  readonly restored: Promise<void>
}

/** Puts the parts together. The only place that knows all of them. */
export function startKernel(options: KernelOptions): RunningKernel {
  const { boot, hostOrigin, frame, vault } = options
  const { app } = boot
  const clockOffset = boot.now - Date.now()
  const now = () => Date.now() + clockOffset

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
    appId: app.id,
    origin: frame.location.origin,
    analyticsId: storage.analyticsId(),
    isOnline: () => frame.navigator.onLine,
    fetch: frame.fetch.bind(frame),
  })
  const prover = createProver(vault, now)
  const tabs = connectTabs(frame, storage.concerns, () => session.adopt())
  const session = createSession({
    appId: app.id,
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
  const requests = createAuthorizedRequests(http, session, prover)
  const signedRequests = createSignedRequests({ appId: app.id, http, requests, vault, now })

  const config = createStore<EffectiveConfig>(effectiveConfig(app, undefined).config)
  const appearance = createStore<Appearance>(config.get().appearance)
  const configure = (hostOptions: unknown) => {
    const { config: next, warnings } = effectiveConfig(app, hostOptions)
    config.set(next)
    appearance.set(next.appearance)
    return warnings
  }

  // What the open login has come to, before its screen ends.
  let loginOutcome: LoginResult | null = null
  const screens = createScreens({
    title: kind => (kind === 'login' ? appearance.get().landingHeader : app.name),
    colorScheme: () => colorSchemeOf(appearance.get().theme),
    load: options.loadScreens,
    notifyShell: shell => notices.send({ type: 'shell', ...shell }),
    loginOutcome: () => {
      const snapshot = session.current.get()
      return snapshot.status === 'authenticated'
        ? (loginOutcome ?? alreadyAuthenticated(snapshot.user))
        : null
    },
  })
  const wallets = createWalletCreation({
    requests: signedRequests,
    vault,
    session,
    notices,
    refreshUser: () => refreshUser(requests, session),
    createOnLogin: () => config.get().createOnLogin,
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
    if (isAuthenticated && loginOutcome === null && open?.kind === 'login')
      screens.resolve(open, alreadyAuthenticated(snapshot.user))
    wasAuthenticated = isAuthenticated
    if (!isAuthenticated) loginOutcome = null
  })

  const restored = session.restore()
  // A session from storage may be stale or revoked: ask, without making the page wait.
  void restored.then(() => {
    if (session.current.get().status === 'authenticated') refreshUser(requests, session).catch(() => {})
  })

  const logOut = (scope: 'device' | 'all-devices') => logout({ http, session, prover, vault }, scope)

  const kernel: Kernel = {
    app,
    hostOrigin,
    appearance,
    session: session.current,
    screens,
    operations: {
      email: {
        sendCode: (email, signal) => sendEmailCode(http, email, signal),
        async authenticate(credentials, signal) {
          const answer = await authenticateByEmail(http, prover, credentials, signal)
          const account = answer.user.linked_accounts.find(it => it.type === 'email')
          const outcome: LoginResult = {
            user: toClientUser(answer.user),
            isNewUser: answer.is_new_user ?? false,
            wasAlreadyAuthenticated: false,
            loginMethod: 'email',
            loginAccount: account ? { type: account.type, address: account.address } : null,
          }
          // Before the session begins: what listens to it tells this login from one in another tab.
          loginOutcome = outcome
          session.begin(answer)
          return outcome
        },
      },
      createWalletsOnLogin: wallets.createOnLogin,
      signMessage: (request, signal) => signMessage(signedRequests, request, signal),
      logout: logOut,
    },
  }

  return {
    kernel,
    restored,
    isAuthenticated: () => session.current.get().status === 'authenticated',
    handlers: createHandlers({
      app,
      hostOrigin,
      session: session.current,
      config,
      configure,
      screens,
      notices,
      wallets,
      requestLogin: createRequestLogin({ session: session.current, config, screens, notices }),
      logout: logOut,
      createLoginCode: audience => createLoginCode(requests, audience),
      restored,
    }),
  }
}
