import {
  type ConsoleAuditEvent,
  consoleAuditQuery,
  type consoleAuditResponse,
} from '@vitrine/shared/api/console/audit.ts'
import { and, desc, eq, gt, gte, inArray, isNull, like, lt, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { recordOperation } from '../audit/record-operation.ts'
import type { Context } from '../context.ts'
import { auditEvents } from '../database/audit-tables.ts'
import { operators } from '../database/operator-tables.ts'
import { apiError } from '../errors/api-error.ts'
import { readQuery } from '../http/body.ts'
import { consoleRoute, type Route } from '../http/route.ts'
import { appsOf } from '../operators/operators.ts'
import type { ActiveOperator } from '../operators/session.ts'
import { CONSOLE_LIMIT } from './limit.ts'

type Query = z.infer<typeof consoleAuditQuery>

const PAGE = 50

/** What was done with the apps that an operator may see, and by whom. */
export const auditRoutes = (ctx: Context): readonly Route[] => [
  consoleRoute(
    'GET /audit_events',
    { limit: CONSOLE_LIMIT, session: true },
    async ({ c, operator, caller }) => {
      const query = readQuery(c, consoleAuditQuery)
      const size = Number(query.limit ?? PAGE)
      const visible = await visibleTo(ctx, operator, query.app_id)
      // What somebody did is a person's data as well.
      if (query.user_id !== undefined) {
        const viewed = { appId: query.app_id ?? null, userId: query.user_id }
        await recordOperation(ctx.db, ctx.now(), {
          type: 'user.viewed',
          actor: operator.actor,
          caller,
          ...viewed,
        })
      }
      const rows = await ctx.db
        .select()
        .from(auditEvents)
        .where(and(visible, gt(auditEvents.expiresAt, new Date(ctx.now())), ...filtersOf(query)))
        .orderBy(desc(auditEvents.id))
        .limit(size + 1)
      const page = rows.slice(0, size)
      const names = await namesOf(ctx, page)
      return c.json<z.infer<typeof consoleAuditResponse>>({
        events: page.map(row => toEvent(row, names)),
        next_cursor: rows.length > size ? String(page.at(-1)?.id) : null,
      })
    },
  ),
]

/** @throws `not_found` (404) for an app that is not theirs */
async function visibleTo(
  { db }: Context,
  { id, allAppsRole }: ActiveOperator,
  appId: string | undefined,
): Promise<SQL | undefined> {
  const own = (await appsOf(db, id)).map(app => app.id)
  if (appId !== undefined) {
    // Of an app that was deleted who has the right to all apps still sees what became of it.
    if (own.includes(appId) || allAppsRole !== null) return eq(auditEvents.appId, appId)
    throw apiError('not_found', 'There is no app with this id, or you have no right to it.')
  }
  return allAppsRole === null ? inArray(auditEvents.appId, own) : undefined
}

function filtersOf({ type, actor, user_id: userId, from, until, cursor }: Query): (SQL | undefined)[] {
  const instant = (unixMs: string) => new Date(Number(unixMs))
  return [
    type === undefined
      ? undefined
      : type.includes('.')
        ? eq(auditEvents.type, type as ConsoleAuditType)
        : like(auditEvents.type, `${type.replaceAll('_', '\\_')}.%`),
    actor === undefined ? undefined : byActor(actor),
    userId === undefined ? undefined : eq(auditEvents.userId, userId),
    from === undefined ? undefined : gte(auditEvents.at, instant(from)),
    until === undefined ? undefined : lt(auditEvents.at, instant(until)),
    cursor === undefined ? undefined : lt(auditEvents.id, Number(cursor)),
  ]
}

type ConsoleAuditType = (typeof auditEvents.$inferSelect)['type']

function byActor(actor: string): SQL | undefined {
  if (actor === 'user') return isNull(auditEvents.actor)
  if (actor === 'operator') return like(auditEvents.actor, 'operator:%')
  return eq(auditEvents.actor, actor as NonNullable<(typeof auditEvents.$inferSelect)['actor']>)
}

type Row = typeof auditEvents.$inferSelect

/** Of the operators who did it or whom it is about. */
async function namesOf({ db }: Context, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(rows.flatMap(({ actor }) => actor?.split('operator:')[1] ?? []))
  if (ids.size === 0) return new Map()
  const found = await db
    .select()
    .from(operators)
    .where(inArray(operators.id, [...ids]))
  return new Map(found.map(({ id, name }) => [`operator:${id}`, name]))
}

const toEvent = (row: Row, names: ReadonlyMap<string, string>): ConsoleAuditEvent => ({
  id: row.id,
  type: row.type,
  app_id: row.appId,
  user_id: row.userId,
  actor: row.actor,
  actor_name: names.get(row.actor ?? '') ?? null,
  at: row.at.getTime(),
  made_with: row.madeWith,
  network: row.network,
  data: row.data,
})
