import type { activeSessionResponse, UserSession } from '@vitrine/shared/api/users.ts'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import { sessions } from '../database/schema.ts'
import { endSessions } from '../sessions/revoke.ts'
import { SESSION_LIFETIME_MS } from '../sessions/secret-token.ts'
import {
  type Asked,
  isWatched,
  lockLivingUser,
  recordAsked,
  requireUser,
  type UsersContext,
} from './asked.ts'

const seconds = (date: Date, before = 0): number => Math.floor((date.getTime() - before) / 1000)

const isActive = ({ now }: UsersContext) =>
  and(isNull(sessions.revokedAt), gt(sessions.expiresAt, new Date(now())))

/** Where a user is logged in, last used first. @throws `not_found` (404) */
export async function listUserSessions(
  ctx: UsersContext,
  asked: Asked,
  userId: string,
): Promise<readonly UserSession[]> {
  await requireUser(ctx.db, asked.appId, userId)
  if (isWatched(asked)) await recordAsked(ctx.db, ctx.now(), asked, { type: 'user.viewed', userId })
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.appId, asked.appId), isActive(ctx)))
    .orderBy(desc(sessions.expiresAt), sessions.id)
  return rows.map(({ id, createdAt, expiresAt, madeWith, network }) => ({
    id,
    created_at: seconds(createdAt),
    // Every refresh prolongs it from then on.
    used_at: seconds(expiresAt, SESSION_LIFETIME_MS),
    expires_at: seconds(expiresAt),
    made_with: madeWith,
    network,
  }))
}

/** Whether a session of the app goes on: what a backend asks that has an access token, whose signature says nothing of a logout. */
export async function readSession(
  ctx: UsersContext,
  { appId }: Pick<Asked, 'appId'>,
  sessionId: string,
): Promise<output<typeof activeSessionResponse>> {
  const [row] = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.appId, appId), isActive(ctx)))
  return row ? { active: true, user_id: row.userId, expires_at: seconds(row.expiresAt) } : { active: false }
}

/**
 * Ends all sessions of a user, or one: its tokens stop working at once.
 * @returns how many were ended; one that ended before counts for none
 * @throws `not_found` (404) | `resource_conflict` (409)
 */
export async function revokeUserSessions(
  ctx: UsersContext,
  asked: Asked,
  userId: string,
  sessionId?: string,
): Promise<number> {
  const { appId, by } = asked
  const which = sessionId === undefined ? sql`true` : sql`id = ${sessionId}`
  return ctx.db.transaction(async tx => {
    await lockLivingUser(tx, appId, userId)
    const own = sql`user_id = ${userId} and app_id = ${appId} and ${which}`
    const count = await endSessions(tx, ctx.now(), own, by, 'site')
    await recordAsked(tx, ctx.now(), asked, { type: 'user.sessions_revoked', userId, data: { count } })
    return count
  })
}
