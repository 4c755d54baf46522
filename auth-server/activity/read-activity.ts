import { type Activity, EVENT_TYPES, type EventType } from '@vitrine/shared/api/activity.ts'
import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import type { Language } from '../words/language.ts'

const PAGE = 20

/**
 * What was written down of a user, newest first.
 * @param cursor of the page before; it names a place and opens nothing: the events are the user's own whatever it says
 * @param language of the places' names
 * @throws `invalid_data` (400)
 */
export async function readActivity(
  ctx: Context,
  { appId, userId, thumbprint }: ActiveSession,
  cursor: string | undefined,
  language: Language,
): Promise<Activity> {
  if (cursor !== undefined && !/^[1-9]\d{0,14}$/.test(cursor)) {
    throw apiError('invalid_data', 'This page of the activity does not exist. Open the activity again.')
  }
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.userId, userId),
        eq(auditEvents.appId, appId),
        inArray(auditEvents.type, [...EVENT_TYPES]),
        gt(auditEvents.expiresAt, new Date(ctx.now())),
        cursor === undefined ? undefined : lt(auditEvents.id, Number(cursor)),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(PAGE + 1)
  const page = rows.slice(0, PAGE)
  return {
    items: page.map(row => ({
      id: row.id,
      type: row.type as EventType,
      at: row.at.getTime(),
      made_with: row.madeWith,
      network: row.network,
      place: ctx.placeName(row.network, language),
      is_here: row.thumbprint === thumbprint,
      data: row.data,
    })),
    next: rows.length > PAGE ? String(page.at(-1)?.id) : null,
  }
}
