/**
 * The session of this frame. What it must guarantee:
 *  - tokens are read from storage at every use and leave this folder only as request headers;
 *  - one refresh at a time across tabs, since a refresh token that is sent twice ends the session;
 *  - only a refusal by the server, or a logout, ends it: a network failure never does;
 *  - a token of another app is not ours to use or clear, whatever name it stands under.
 */

import type { User } from '@vitrine/shared/api/client-user.ts'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { MUST_BE_AUTHENTICATED } from '@vitrine/shared/errors/messages.ts'
import { clientError, VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { ReadableStore } from '../core/store.ts'
import { createStore } from '../core/store.ts'
import { readAccessToken } from './access-token.ts'
import { toClientUser, toClientWallets } from './client-user.ts'
import type { Exclusive } from './exclusive.ts'
import type { HeldWallet } from './held-wallet.ts'
import type { SessionStorage, StoredSession } from './storage.ts'

export type SessionSnapshot =
  | { readonly status: 'anonymous' }
  | { readonly status: 'authenticated'; readonly user: User; readonly wallets: readonly HeldWallet[] }

/** A token that ends within this time is refreshed before it is used. */
const REFRESH_AHEAD_MS = 60_000
/** Spreads the timers of several tabs inside that time. */
const REFRESH_JITTER_MS = 30_000
/** `ready` waits no longer than this for the network; the session then opens with the user as last seen. */
const RESTORE_LIMIT_MS = 8_000

export interface SessionOptions {
  readonly appId: string
  readonly storage: SessionStorage
  readonly exclusive: Exclusive
  /** The server's clock, unix ms. */
  now(): number
  /** POST /sessions, proven by the device key. */
  refresh(refreshToken: string): Promise<AuthenticatedUser>
  /** Tells the other tabs. */
  announce(): void
}

export interface Session {
  readonly current: ReadableStore<SessionSnapshot>
  /** The user as the server sent it. */
  wireUser(): WireUser | null
  /** Takes up what storage holds; never rejects. */
  restore(): Promise<void>
  /** Starts a session with the answer of an `authenticate` path. */
  begin(answer: AuthenticatedUser): void
  /**
   * A living access token, refreshed when needed.
   * @param rejected a token that the server just refused, whatever its expiry says
   * @throws VitrineError `must_be_authenticated` when there is no session or the server ended it
   */
  accessToken(rejected?: string): Promise<string>
  updateUser(user: WireUser, identityToken: string | null): void
  /** Reads the storage again: another tab has changed it. */
  adopt(): void
  /** Forgets the session here and in the other tabs. @returns what was forgotten */
  end(): StoredSession | null
}

const notAuthenticated = () => clientError('must_be_authenticated', MUST_BE_AUTHENTICATED)
export const ANONYMOUS: SessionSnapshot = { status: 'anonymous' }

export function createSession(options: SessionOptions): Session {
  const { appId, storage } = options
  const current = createStore<SessionSnapshot>(ANONYMOUS)
  let published: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let refreshing: Promise<string> | undefined

  const read = () => {
    const stored = storage.read()
    const facts = stored && readAccessToken(stored.token)
    if (!stored || facts?.appId !== appId || facts.userId !== stored.user.id) return null
    return { ...stored, expiresAt: facts.expiresAt }
  }
  const isFresh = (expiresAt: number) => expiresAt - options.now() > REFRESH_AHEAD_MS

  const publish = () => {
    const stored = read()
    clearTimeout(timer)
    if (stored && isFresh(stored.expiresAt)) {
      const due = stored.expiresAt - REFRESH_AHEAD_MS + Math.random() * REFRESH_JITTER_MS
      // A failure is left to the next use, which tries again and can tell someone.
      timer = setTimeout(() => void accessToken().catch(() => {}), due - options.now())
    }
    const next = stored && JSON.stringify(stored.user)
    if (next === published) return
    published = next
    current.set(
      stored
        ? {
            status: 'authenticated',
            user: toClientUser(stored.user),
            wallets: toClientWallets(stored.user),
          }
        : ANONYMOUS,
    )
  }
  const changed = () => {
    publish()
    options.announce()
  }

  const end = () => {
    const stored = read()
    if (stored) storage.clear()
    changed()
    return stored
  }

  const begin = (answer: AuthenticatedUser, present: StoredSession | null) => {
    const { session_update_action: action, token, refresh_token: refreshToken, user } = answer
    if (action === 'clear') {
      end()
      throw notAuthenticated()
    }
    const identityToken = answer.identity_token ?? present?.identityToken ?? null
    if (action === 'set' && token !== null && refreshToken !== null)
      storage.write({ token, refreshToken, identityToken, user })
    else if (action === 'ignore' && present) storage.writeUser(user, answer.identity_token ?? null)
    else throw clientError('service_unavailable', 'The wallet server gave no session. Try again in a moment.')
    changed()
  }

  const refreshInTurn = (rejected: string | undefined) =>
    options.exclusive(async () => {
      const stored = read()
      if (!stored) {
        publish()
        throw notAuthenticated()
      }
      // Another tab was quicker while this one waited.
      if (stored.token !== rejected && isFresh(stored.expiresAt)) {
        publish()
        return stored.token
      }
      const isStillOurs = () => read()?.refreshToken === stored.refreshToken
      let answer: AuthenticatedUser
      try {
        answer = await options.refresh(stored.refreshToken)
      } catch (error) {
        if (!(error instanceof VitrineError) || error.status !== 401) throw error
        if (isStillOurs()) end()
        throw notAuthenticated()
      }
      // Logged out or in anew while the call was on its way: its answer must not bring the old session back.
      if (!isStillOurs()) throw notAuthenticated()
      begin(answer, stored)
      return read()?.token ?? stored.token
    })

  const accessToken = async (rejected?: string): Promise<string> => {
    const stored = read()
    if (!stored) {
      publish()
      throw notAuthenticated()
    }
    if (stored.token !== rejected && isFresh(stored.expiresAt)) return stored.token
    refreshing ??= refreshInTurn(rejected).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  return {
    current,
    wireUser: () => read()?.user ?? null,
    async restore() {
      const stored = read()
      if (stored && !isFresh(stored.expiresAt)) {
        let limit: ReturnType<typeof setTimeout> | undefined
        const late = new Promise<void>(resolve => {
          limit = setTimeout(resolve, RESTORE_LIMIT_MS)
        })
        // A refusal has cleared the storage by now; any other failure leaves the session for the next use.
        await Promise.race([accessToken().catch(() => {}), late])
        clearTimeout(limit)
      }
      publish()
    },
    begin(answer) {
      const present = read()
      // Nothing of another user's session goes over into this one.
      begin(answer, present?.user.id === answer.user.id ? present : null)
    },
    accessToken,
    updateUser(user, identityToken) {
      if (read()?.user.id !== user.id) return
      storage.writeUser(user, identityToken)
      changed()
    },
    adopt: publish,
    end,
  }
}
