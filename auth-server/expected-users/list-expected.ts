import type { ListedExpected } from '@vitrine/shared/api/import-users.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { expectedUsers, expectedWallets } from '../database/expected-tables.ts'
import { readCursor, sizeOf, writeCursor } from '../users-api/page.ts'
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
  const size = sizeOf({ limit: limit === undefined ? undefined : Number(limit) })
  const list = [appId, 'expected']
  const after = readCursor({ cursor }, list, isPlace)
  const { id, createdAt } = expectedUsers
  const rows = await ctx.db
    .select()
    .from(expectedUsers)
    .where(
      and(
        eq(expectedUsers.appId, appId),
        after
          ? sql`(${createdAt}, ${id}) > (to_timestamp(${after[0]}::numeric / 1000), ${after[1]})`
          : undefined,
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
    next: rows.length > size && last ? writeCursor(list, [`${last.createdAt.getTime()}`, last.id]) : null,
  }
}

const isPlace = ([at = '', id = '']: readonly string[]): boolean =>
  /^\d{1,15}$/.test(at) && /^expected_[\w-]{24}$/.test(id)
