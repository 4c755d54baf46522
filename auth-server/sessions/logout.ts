import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { refreshTokens, sessions } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { revokeAllSessions, revokeSession } from './revoke.ts'
import { hashToken } from './secret-token.ts'

/**
 * Ends the session that a refresh token belongs to, used or not, or every session of its user. Needs no device proof:
 * who holds a token may end what it opens, and a device that lost its key must still be able to.
 * @throws `already_logged_out` (401)
 */
export async function logOutByRefreshToken(
  ctx: Context,
  appId: string,
  refreshToken: string,
  allDevices: boolean,
): Promise<void> {
  const [session] = await ctx.db
    .select({ id: sessions.id, userId: sessions.userId, revokedAt: sessions.revokedAt })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(and(eq(refreshTokens.hash, hashToken(refreshToken)), eq(sessions.appId, appId)))
  // A token of an ended session must not end the user's other sessions.
  if (!session || session.revokedAt !== null) {
    throw apiError('already_logged_out', 'This session has already ended.')
  }
  if (allDevices) await revokeAllSessions(ctx, session.userId)
  else await revokeSession(ctx, session.id)
}
