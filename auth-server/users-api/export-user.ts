import type { UserExport } from '@vitrine/shared/api/users.ts'
import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '../database/connect.ts'
import { users } from '../database/schema.ts'
import { type Asked, recordAsked, requireUser, type UsersContext } from './asked.ts'
import { LEFT_OUT, PERSONAL_TABLES, type PersonalTable } from './personal-tables.ts'

/**
 * All that is stored of a person, and of whom they took in, as of one moment; never a secret, a key or a seal. It is written down whoever
 * asks, a backend too.
 * @throws `not_found` (404)
 */
export async function exportUser(ctx: UsersContext, asked: Asked, userId: string): Promise<UserExport> {
  const now = ctx.now()
  const tables = await ctx.db.transaction(
    async tx => {
      await requireUser(tx, asked.appId, userId)
      const takenIn = await tx.select({ id: users.id }).from(users).where(eq(users.mergedInto, userId))
      const ids = [userId, ...takenIn.map(({ id }) => id)]
      const read: Record<string, Record<string, unknown>[]> = {}
      for (const [name, table] of Object.entries(PERSONAL_TABLES))
        read[name] = await readRows(tx, name, table, ids)
      await recordAsked(tx, now, asked, { type: 'user.exported', userId })
      return read
    },
    // One moment for all tables.
    { isolationLevel: 'repeatable read' },
  )
  return {
    format: 1,
    exported_at: new Date(now).toISOString(),
    app_id: asked.appId,
    user_id: userId,
    tables,
    not_included: [
      ...Object.entries(PERSONAL_TABLES).flatMap(([table, { withheld }]) =>
        withheld ? [{ table, columns: [...withheld.columns], reason: withheld.reason }] : [],
      ),
      ...Object.entries(LEFT_OUT).map(([table, reason]) => ({ table, columns: [], reason })),
    ],
  }
}

async function readRows(
  tx: Transaction,
  name: string,
  { shown, parts = {}, rows }: PersonalTable,
  userIds: readonly string[],
): Promise<Record<string, unknown>[]> {
  const ids = sql`(${sql.join(
    userIds.map(id => sql`${id}`),
    sql`, `,
  )})`
  const columns = [
    ...shown.map(column => sql`${sql.identifier(column)}`),
    ...Object.entries(parts).map(([column, part]) => sql`${part} as ${sql.identifier(column)}`),
  ]
  // As JSON: times come in ISO 8601, whatever the driver makes of them.
  const found = await tx.execute<{ row: Record<string, unknown> }>(sql`
    select to_jsonb(it) as row from (
      select ${sql.join(columns, sql`, `)} from ${sql.identifier(name)} where ${rows?.(ids) ?? sql`user_id in ${ids}`}
    ) as it`)
  return found.rows.map(({ row }) => row)
}
