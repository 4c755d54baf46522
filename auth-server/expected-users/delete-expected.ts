import { eq } from 'drizzle-orm'
import { recordOperation } from '../audit/record-operation.ts'
import type { Context } from '../context.ts'
import { expectedUsers } from '../database/expected-tables.ts'
import { apiError } from '../errors/api-error.ts'
import { requireNamed } from '../users-api/held-keys.ts'
import { type By, walletsOf } from './expect-user.ts'

/**
 * Expects somebody no longer. The keys of their wallets die with it, so all of these are named: who does not know of one would lose what
 * was sent there.
 * @throws `not_found` (404) also where they have come meanwhile, `resource_conflict` (409, `WalletsNotNamed`) unless the wallets are exactly theirs
 */
export async function deleteExpected(
  ctx: Context,
  appId: string,
  id: string,
  named: readonly string[],
  by: By,
): Promise<void> {
  await ctx.db.transaction(async tx => {
    const [row] = /^expected_[\w-]{24}$/.test(id)
      ? await tx.select().from(expectedUsers).where(eq(expectedUsers.id, id)).for('update')
      : []
    if (row?.appId !== appId)
      throw apiError('not_found', 'Nobody is expected by this id. They may have come.')
    const addresses = (await walletsOf(tx, id)).map(it => it.address)
    requireNamed(addresses, named)
    await tx.delete(expectedUsers).where(eq(expectedUsers.id, id))
    await recordOperation(tx, ctx.now(), {
      ...{ ...by, type: 'user.expected_deleted', appId },
      data: { target: id, addresses },
    })
  })
}
