import type { renameRequest } from '@vitrine/shared/api/login/passkey.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { accounts } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { requireWireUser } from '../users/wire-user.ts'

/**
 * Calls a passkey of the user what they call it. No seal covers a name: it is shown, and decides nothing.
 * @throws `linked_account_not_found` (404)
 */
export async function renamePasskey(
  ctx: Context,
  { userId }: ActiveSession,
  { credential_id: id, name: written }: output<typeof renameRequest>,
): Promise<WireUser> {
  const name = written.trim().replace(/\s+/g, ' ')
  const { details } = accounts
  const renamed = await ctx.db
    .update(accounts)
    .set({
      details: name === '' ? sql`${details} - 'name'` : sql`${details} || ${JSON.stringify({ name })}::jsonb`,
    })
    .where(and(eq(accounts.userId, userId), eq(accounts.type, 'passkey'), eq(accounts.subject, id)))
    .returning({ id: accounts.id })
  if (renamed.length === 0)
    throw apiError('linked_account_not_found', 'This passkey is not one of your account.')
  return requireWireUser(ctx.db, userId)
}
