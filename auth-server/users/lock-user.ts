import { eq } from 'drizzle-orm'
import type { Transaction } from '../database/connect.ts'
import { users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * One change of a user's wallets at a time, across all server processes: highest index, insert and answer see no other
 * one.
 * `no key update` is taken before any insert that references the user, so that two transactions cannot wait for each
 * other's foreign-key lock.
 * @throws `missing_or_invalid_token` (401) for a user who was deleted or taken in since the session was looked at: their
 * sessions are over, and what would be made for them nobody would reach
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  const user = await lockUserRow(tx, userId)
  if (!user || user.mergedInto !== null)
    throw apiError('missing_or_invalid_token', 'The session has ended. Log in again.')
}

/** Also of a user who was taken in. */
export async function lockUserRow(
  tx: Transaction,
  userId: string,
): Promise<{ readonly mergedInto: string | null } | undefined> {
  const [user] = await tx
    .select({ mergedInto: users.mergedInto })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return user
}
