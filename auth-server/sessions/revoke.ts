import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { sessions } from '../database/schema.ts'

/** Ends one session: its access tokens, refresh tokens and login codes stop working at once. */
export async function revokeSession(ctx: Context, sessionId: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ revokedAt: new Date(ctx.now()) })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
}

/** Ends every session of a user. */
export async function revokeAllSessions(ctx: Context, userId: string): Promise<void> {
  await ctx.db
    .update(sessions)
    .set({ revokedAt: new Date(ctx.now()) })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt)))
}
