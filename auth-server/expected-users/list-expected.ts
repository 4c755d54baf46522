import type { ListedExpected } from '@vitrine/shared/api/import-users.ts'
import { PAGE_SIZE } from '@vitrine/shared/api/users.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { apiError } from '../errors/api-error.ts'
import { toWire } from './wire.ts'

/**
 * Those of an app who have not come yet, oldest first: whoever comes while pages are read is on none that is read after.
 * @throws `invalid_data` (400) for a cursor of another app, or none
 */
export async function listExpected(
  ctx: Context,
  appId: string,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit?: string | undefined },
): Promise<ListedExpected> {
  const size = limit === undefined ? PAGE_SIZE.usual : Number(limit)
  const after = cursor === undefined ? null : readCursor(appId, cursor)
  const { id, createdAt } = expectedUsers
  const rows = await ctx.db
    .select()
    .from(expectedUsers)
    .where(
      and(
        eq(expectedUsers.appId, appId),
        after ? sql`(${createdAt}, ${id}) > (${after.at}::timestamptz, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(size + 1)
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const wallets =
    page.length === 0
      ? []
      : await ctx.db
          .select()
          .from(expectedWallets)
          .where(
            inArray(
              expectedWallets.expectedId,
              page.map(row => row.id),
            ),
          )
          .orderBy(asc(expectedWallets.chainType))
  return {
    users: page.map(row =>
      toWire(
        row,
        wallets.filter(it => it.expectedId === row.id),
      ),
    ),
    next: rows.length > size && last ? writeCursor(appId, last) : null,
  }
}

const writeCursor = (appId: string, { createdAt, id }: typeof expectedUsers.$inferSelect): string =>
  Buffer.from([appId, createdAt.toISOString(), id].join(' ')).toString('base64url')

function readCursor(appId: string, cursor: string): { readonly at: string; readonly id: string } {
  const text = Buffer.from(cursor, 'base64url').toString()
  const [app, at, id] =
    /^(\S+) (\d{4}-\d\d-\d\dT[\d:.]{12}Z) (expected_[\w-]{24})$/.exec(text)?.slice(1) ?? []
  if (app !== appId || at === undefined || id === undefined || Number.isNaN(Date.parse(at)))
    throw apiError('invalid_data', 'This cursor is of no list of this app. Begin with the first page.')
  return { at, id }
}
