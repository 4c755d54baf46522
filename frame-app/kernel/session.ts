import { authenticatedUser } from '@vitrine/shared/api/session.ts'
import type { FrameResult } from '@vitrine/shared/bridge/methods.ts'
import { wayName } from '@vitrine/shared/login/registry.ts'
import { type Captcha, createCaptcha } from '../captcha/captcha.ts'
import { lazily, lazyObject } from '../core/lazy.ts'
import type { ReadableStore } from '../core/store.ts'
import { plainCalls } from '../http/plain-calls.ts'
import { alreadyAuthenticated } from '../session/already-authenticated.ts'
import type { AuthorizedRequests } from '../session/authorized-request.ts'
import type { Calls } from '../session/calls.ts'
import { completeSession } from '../session/complete-session.ts'
import { createExclusive } from '../session/exclusive.ts'
import { createSession, type Session, type SessionSnapshot } from '../session/session.ts'
import { connectTabs } from '../session/tab-sync.ts'
import type { VaultClient } from '../vault/client.ts'
import type { Server } from './server.ts'

export interface SessionParts {
  readonly server: Server
  readonly frame: Window & typeof globalThis
  readonly vault: VaultClient
  /** Where captcha vendors' scripts run, if not at the wallet origin. */
  readonly captchaOrigin: string | undefined
}

/** Who is logged in, and the calls that this person's screens and wallets make. */
export interface KernelSession {
  readonly session: Session
  /** As the page has it: none while the person has terms to accept. The screens have it as it is. */
  readonly complete: ReadableStore<SessionSnapshot>
  readonly captcha: Captcha
  readonly calls: Calls
  readonly requests: AuthorizedRequests
  refreshUser(): Promise<void>
  logout(scope: 'device' | 'all-devices'): Promise<void>
  createLoginCode(site: string, audience?: string): Promise<string>
  /** What calls of this person carry from now on: the proof of a second factor. */
  carryMfa(token: string | undefined): Promise<void>
  /** One step of `vitrine.fetch`. */
  fetchForPage(call: unknown): Promise<unknown>
  /** What the login has come to; `null` when nobody is logged in, as the page has it. */
  outcome(): FrameResult<'login'> | null
  /** Whether the session began by a login of this frame, and not in another tab. */
  beganHere(): boolean
  /**
   * Called for each session that begins: by a login of this frame, in another tab (`isElsewhere`), or as it was left when the
   * page was loaded.
   */
  onBegin(listener: (isElsewhere: boolean) => void): void
  /** Brings the code of a session's calls ahead of the first of them. */
  prefetch(): Promise<unknown>
  /**
   * There is one while a key of the page brought the session back (`blocked-storage.ts`): has its user prove a login, which what
   * they are about to do takes. @param request left out: it takes that always @throws VitrineError `user_rejected`
   */
  release?: (request?: object) => Promise<void>
}

export function createKernelSession({ server, frame, vault, captchaOrigin }: SessionParts): KernelSession {
  const { appId, http, storage, config, now } = server
  const loadProver = lazily(async () =>
    (await import('../session/authorized-request.ts')).createProver(vault, now, http.dpopNonce),
  )
  const prover = lazyObject(loadProver, ['headers'])
  let isElsewhere = false
  const tabs = connectTabs(frame, storage.concerns, () => {
    isElsewhere = true
    session.adopt()
    isElsewhere = false
  })
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
  const complete = completeSession(session.current, config.current)

  let result: FrameResult<'login'> | null = null
  let isOpen = false
  const onBegin = new Set<(isElsewhere: boolean) => void>()
  session.current.subscribe(() => {
    const wasOpen = isOpen
    isOpen = session.current.get().status === 'authenticated'
    if (!isOpen) result = null
    else if (!wasOpen) for (const listener of onBegin) listener(isElsewhere)
  })

  const plain = plainCalls(http)
  const { post } = plain
  const captcha = createCaptcha({ app: config.app, post, origin: frame.location.origin, captchaOrigin })
  const load = lazily(async () => {
    const { createUserCalls } = await import('../session/user-calls.ts')
    return createUserCalls({
      appId,
      http,
      vault,
      now,
      signer: server.signer,
      session,
      complete,
      frame,
      prover,
      // What listens to the session tells this login from one in another tab.
      onLogin(login, way) {
        result = login
        storage.remember('lastLogin', appId, wayName(way))
      },
    })
  })
  const requests = lazyObject(async () => (await load()).requests, ['send'])

  return {
    session,
    complete,
    captcha,
    requests,
    calls: {
      captchaToken: captcha.token,
      ...plain,
      ...lazyObject(
        async () => (await load()).calls,
        [
          'postAuthorized',
          'getAuthorized',
          'postProven',
          'authenticate',
          'addAccount',
          'confirm',
          'signed',
          'cloudToken',
          'requireIssued',
          'requireAddress',
          'requireNonce',
          'requireSealed',
          'signerKey',
          'device',
          'changeUser',
          'takeUser',
        ],
      ),
    },
    ...lazyObject(load, ['refreshUser', 'createLoginCode', 'fetchForPage', 'carryMfa']),
    logout(scope) {
      // Whoever leaves everywhere leaves nothing on this device that tells who was here.
      if (scope === 'all-devices') storage.remember('greeting', appId, '')
      return load().then(
        it => it.logout(scope),
        error => {
          // Here it ends always, and its key with it. That the others go on the person must know.
          session.end()
          void vault.use(it => it.forget()).catch(() => {})
          if (scope === 'all-devices') throw error
        },
      )
    },
    outcome() {
      const snapshot = complete.get()
      if (snapshot.status === 'anonymous') return null
      return { ...(result ?? alreadyAuthenticated(snapshot.user)), user: snapshot.user }
    },
    beganHere: () => result !== null,
    onBegin: listener => void onBegin.add(listener),
    prefetch: load,
  }
}
