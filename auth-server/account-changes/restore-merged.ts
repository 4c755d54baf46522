import { and, eq, or, sql } from 'drizzle-orm'
import type { Doer } from '../audit/record-event.ts'
import type { MergedUser } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts, embeddedWallets, users, wallets } from '../database/schema.ts'
import { reachedBy } from '../users/adopted.ts'
import { CannotTakeBack, restoreAccounts } from './restore-accounts.ts'

/**
 * Puts two accounts apart that became one: logins, and whom the other had taken in, go back as they were, with the seals that
 * they had. What is sealed for the other is theirs by name all along.
 * @throws CannotTakeBack when they are apart by now, or a login of theirs belongs to somebody else
 */
export async function restoreMerged(
  tx: Transaction,
  userId: string,
  { userId: other, accounts: had, adopted, raised }: MergedUser,
  undoing: { readonly now: Date; readonly by: Doer },
): Promise<void> {
  const isIt = and(eq(users.id, other), eq(users.mergedInto, userId))
  const apart = { mergedInto: null, adoptionSeal: null }
  const [row] = await tx.update(users).set(apart).where(isIt).returning({ id: users.id })
  if (!row) throw new CannotTakeBack()
  for (const { userId: child, seal } of adopted)
    await tx
      .update(users)
      .set({ mergedInto: other, adoptionSeal: seal })
      .where(and(eq(users.id, child), eq(users.mergedInto, userId)))
  const theirs = had.map(({ type, subject }) => and(eq(accounts.type, type), eq(accounts.subject, subject)))
  await tx.delete(accounts).where(and(eq(accounts.userId, userId), or(...theirs)))
  await restoreAccounts(tx, other, had, undoing)
  await raiseIndices(tx, other, { ethereum: -raised.ethereum, solana: -raised.solana })
}

/** Moves the indices of all wallets that a user reaches among those of who takes them in, or back. */
export async function raiseIndices(tx: Transaction, userId: string, by: MergedUser['raised']): Promise<void> {
  for (const table of [wallets, embeddedWallets])
    await tx.execute(sql`
      update ${table} set shown_index = coalesce(shown_index, wallet_index)
        + case chain_type when 'ethereum' then ${by.ethereum}::int else ${by.solana}::int end
      where user_id in ${reachedBy(userId)}`)
}
