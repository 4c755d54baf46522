import type { ListedUsers } from '@vitrine/shared/api/users.ts'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { users } from '../database/schema.ts'
import { type Asked, isWatched, recordAsked, type UsersContext } from './asked.ts'
import { loadManagedUsers } from './managed-user.ts'
import { type PageOf, readCursor, sizeOf, writeCursor } from './page.ts'
import { readSearch, type Searched } from './search.ts'

/** Unix ms, up to the year 5138, and id of the last user. */
const isPlace = ([at = '', id]: readonly string[]): boolean => /^\d{1,14}$/.test(at) && id !== undefined

/**
 * Users of an app, newest first, or those whom a search finds. Who comes while somebody turns pages comes before the first; nobody is
 * told twice or left out. Those whom another took in are not among them, they are found as that one.
 * @throws `invalid_data` (400) for a search or cursor that is none, or a cursor of another app or search
 */
export async function listUsers(
  ctx: UsersContext,
  asked: Asked,
  searched: Searched,
  page: PageOf,
): Promise<ListedUsers> {
  const { appId } = asked
  const search = readSearch(appId, searched)
  const searchedFor = ['users', appId, search?.by, search && searched[search.by], searched.type]
  const after = readCursor(page, searchedFor, isPlace)
  const size = sizeOf(page)
  const rows = await ctx.db
    .select({ id: users.id, createdAt: users.createdAt })
    .from(users)
    .where(
      and(
        eq(users.appId, appId),
        isNull(users.mergedInto),
        search ? sql`${users.id} in ${search.ids}` : undefined,
        after
          ? sql`(${users.createdAt}, ${users.id}) < (${new Date(Number(after[0])).toISOString()}::timestamptz, ${after[1]})`
          : undefined,
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(size + 1)
  const shown = rows.slice(0, size)
  const listed = await loadManagedUsers(
    ctx,
    shown.map(({ id }) => id),
  )
  if (isWatched(asked)) {
    const data = { ...(search && { searched_by: search.by }), count: listed.length }
    await recordAsked(ctx.db, ctx.now(), asked, { type: 'user.searched', data })
  }
  const last = rows.length > size ? shown.at(-1) : undefined
  return {
    users: [...listed],
    next: last ? writeCursor(searchedFor, [String(last.createdAt.getTime()), last.id]) : null,
  }
}
