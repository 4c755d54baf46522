import type {
  activeSessionResponse,
  revokeSessionsResponse,
  UserSession,
  userSessionsResponse,
} from '@vitrine/shared/api/users.ts'
import type { output } from 'zod/v4/core'
import { type ApiClient, segment } from './api-client.ts'
import type { CallOptions } from './server-options.ts'

/** Where a user is logged in. */
export interface BackendSession {
  readonly id: string
  readonly createdAt: Date
  /** When it last renewed its tokens, at most an hour before it was last used. */
  readonly usedAt: Date
  readonly expiresAt: Date
  /** Browser and system, e.g. `Firefox · Linux`. */
  readonly madeWith: string | null
  /** Where it was used last, e.g. `203.0.113.x`. */
  readonly network: string | null
}

export type SessionActivity =
  | { readonly active: true; readonly userId: string; readonly expiresAt: Date }
  | { readonly active: false }

const date = (seconds: number) => new Date(seconds * 1000)

export function sessionsOf(api: ApiClient) {
  const sessions = (userId: string) => `/users/${segment(userId, 'userId')}/sessions`

  /** Whether a session goes on, whose it is, and until when. One of another app, or that never was, does not. */
  async function get(sessionId: string, options?: CallOptions): Promise<SessionActivity> {
    const path = `/sessions/${segment(sessionId, 'sessionId')}/active`
    const answer = await api<output<typeof activeSessionResponse>>({ method: 'GET', path }, options)
    return answer.active
      ? { active: true, userId: answer.user_id, expiresAt: date(answer.expires_at) }
      : { active: false }
  }

  return {
    get,

    /** @param sessionId `session.id` of `redeemLoginCode`, or `sid` of an access token */
    isActive: async (sessionId: string, options?: CallOptions): Promise<boolean> =>
      (await get(sessionId, options)).active,

    /** Those that go on, last used first. */
    list: async (userId: string, options?: CallOptions): Promise<readonly BackendSession[]> => {
      const call = { method: 'GET', path: sessions(userId) } as const
      const answer = await api<output<typeof userSessionsResponse>>(call, options)
      return answer.sessions.map(toSession)
    },

    /** Ends all sessions of a user, or one. @returns how many went on until now */
    revoke: async (
      userId: string,
      { sessionId, ...options }: CallOptions & { readonly sessionId?: string | undefined } = {},
    ): Promise<number> => {
      const body = sessionId === undefined ? {} : { session_id: segment(sessionId, 'sessionId') }
      const call = { method: 'POST', path: `${sessions(userId)}/revoke`, body } as const
      return (await api<output<typeof revokeSessionsResponse>>(call, options)).revoked
    },
  }
}

const toSession = (wire: UserSession): BackendSession => ({
  id: wire.id,
  createdAt: date(wire.created_at),
  usedAt: date(wire.used_at),
  expiresAt: date(wire.expires_at),
  madeWith: wire.made_with,
  network: wire.network,
})
