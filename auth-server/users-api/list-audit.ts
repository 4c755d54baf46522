import { EVENT_TYPES } from '@vitrine/shared/api/activity.ts'
import { OPERATION_TYPES } from '@vitrine/shared/api/operation.ts'
import type { AuditEvent, ListedAudit } from '@vitrine/shared/api/users.ts'
import { WEBHOOK_TYPES } from '@vitrine/shared/api/webhook-event.ts'
import { didYouMean } from '@vitrine/shared/nearest-name.ts'
import { and, desc, eq, gt, gte, inArray, lt } from 'drizzle-orm'
import { auditEvents } from '../database/audit-tables.ts'
import { apiError } from '../errors/api-error.ts'
import { type Asked, isWatched, recordAsked, type UsersContext } from './asked.ts'
import { type PageOf, readCursor, sizeOf, writeCursor } from './page.ts'

type Type = typeof auditEvents.$inferSelect.type

/** Which events; each that is left out excludes none. */
export interface AuditFilter {
  readonly userId?: string | undefined
  readonly type?: string | undefined
  /** Unix ms. */
  readonly since?: number | undefined
}

const TYPES: readonly Type[] = [...OPERATION_TYPES, ...EVENT_TYPES]
/** What a person signs and where they log out is their own affair, as with webhooks. */
const TOLD_TO_BACKENDS: readonly Type[] = [...OPERATION_TYPES, ...WEBHOOK_TYPES]

/**
 * What was done, newest first. That an operator or a command looked at what one person did is written down.
 * @param asked.appId `null`: in all apps, and in none, for who has a shell on the server
 * @throws `invalid_data` (400)
 */
export async function listAudit(
  ctx: UsersContext,
  { appId, by }: { readonly appId: string | null; readonly by: Asked['by'] },
  { userId, type, since }: AuditFilter,
  page: PageOf,
): Promise<ListedAudit> {
  const isType = TYPES.find(known => known === type)
  if (type !== undefined && isType === undefined)
    throw apiError(
      'invalid_data',
      `There are no events of this type.${didYouMean(type, TYPES)} The documentation lists them.`,
    )
  const asked = ['audit', appId, userId, type, since]
  const after = readCursor(page, asked, ([id = '']) => /^[1-9]\d{0,14}$/.test(id))
  const size = sizeOf(page)
  const rows = await ctx.db
    .select()
    .from(auditEvents)
    .where(
      and(
        appId === null ? undefined : eq(auditEvents.appId, appId),
        userId === undefined ? undefined : eq(auditEvents.userId, userId),
        isType && eq(auditEvents.type, isType),
        by.actor === 'backend' ? inArray(auditEvents.type, [...TOLD_TO_BACKENDS]) : undefined,
        since === undefined ? undefined : gte(auditEvents.at, new Date(since)),
        gt(auditEvents.expiresAt, new Date(ctx.now())),
        after ? lt(auditEvents.id, Number(after[0])) : undefined,
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(size + 1)
  // What somebody did is a person's data as well.
  const [first] = rows
  if (userId !== undefined && first && isWatched({ by }))
    await recordAsked(ctx.db, ctx.now(), { appId: appId ?? first.appId, by }, { type: 'user.viewed', userId })
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { events: shown.map(toEvent), next: last ? writeCursor(asked, [String(last.id)]) : null }
}

const toEvent = (row: typeof auditEvents.$inferSelect): AuditEvent => ({
  id: row.id,
  type: row.type,
  at: row.at.getTime(),
  app_id: row.appId,
  user_id: row.userId,
  actor: row.actor,
  made_with: row.madeWith,
  network: row.network,
  data: row.data,
})
