import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { devices, sessions } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import type { Language } from '../words/language.ts'
import { endSessions } from './revoke.ts'
import { SESSION_LIFETIME_MS } from './secret-token.ts'

/**
 * Where the user is logged in: this session first, then by their last use.
 * @param language of the places' names
 */
export async function listSessions(
  ctx: Context,
  { id: current, appId, userId }: ActiveSession,
  language: Language,
): Promise<SessionItem[]> {
  const now = ctx.now()
  const rows = await ctx.db
    .select({ row: sessions, heldUntil: devices.heldUntil })
    .from(sessions)
    .leftJoin(devices, and(eq(devices.userId, sessions.userId), eq(devices.thumbprint, sessions.thumbprint)))
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.appId, appId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, new Date(now)),
      ),
    )
    .orderBy(desc(eq(sessions.id, current)), desc(sessions.expiresAt))
  // Each reload of a page that resumes its session opens one more. One is shown for each place, so that another place is not hidden.
  const seen = new Set<string>()
  const shown = rows.filter(({ row }) => {
    const place = JSON.stringify([row.resumedFrom ?? row.id, row.madeWith, row.network])
    return !seen.has(place) && seen.add(place)
  })
  return shown.map(({ row, heldUntil }) => ({
    id: row.id,
    made_with: row.madeWith,
    network: row.network,
    place: ctx.placeName(row.network, language),
    created_at: row.createdAt.getTime(),
    // Every refresh prolongs it from then on.
    used_at: row.expiresAt.getTime() - SESSION_LIFETIME_MS,
    is_current: row.id === current,
    held_until: heldUntil !== null && heldUntil.getTime() > now ? heldUntil.getTime() : null,
  }))
}

/**
 * Ends a session of the user on another device, or this one. The condition names the user: an id of somebody else's session
 * finds nothing.
 * @throws `not_found` (404), for one that ended meanwhile too
 */
export async function endOwnSession(ctx: Context, session: ActiveSession, id: string): Promise<void> {
  const why = id === session.id ? 'self' : 'other-session'
  const own = sql`id = ${id} and user_id = ${session.userId} and app_id = ${session.appId}`
  if ((await endSessions(ctx.db, ctx.now(), own, session, why)) === 0)
    throw apiError('not_found', 'That device is logged out already.')
}
