import { eq } from 'drizzle-orm'
import type { Transaction } from '../database/connect.ts'
import { users } from '../database/schema.ts'

/**
 * One change of a user's wallets at a time, across all server processes: highest index, insert and answer see no other
 * one.
 * `no key update` is taken before any insert that references the user, so that two transactions cannot wait for each
 * other's foreign-key lock.
 */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}
