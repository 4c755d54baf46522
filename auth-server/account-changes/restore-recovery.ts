import { and, eq, inArray } from 'drizzle-orm'
import type { ReplacedRecovery } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { embeddedSets, embeddedSharings } from '../database/schema.ts'
import { reachedBy } from '../users/adopted.ts'
import { CannotTakeBack } from './restore-accounts.ts'

/**
 * Puts the recovery of a user's on-device wallets back as it was, with the sharing that it is of. Devices keep theirs: what
 * opens the wallets there is no recovery.
 * @throws CannotTakeBack when the user has these wallets no more
 */
export async function restoreRecovery(
  tx: Transaction,
  userId: string,
  { setId, authShare, recoveryPlace = null, ...recovery }: ReplacedRecovery,
): Promise<void> {
  const [set] = await tx
    .update(embeddedSets)
    // What an earlier release wrote down names no place, and what is put aside now may have one.
    .set({ ...recovery, recoveryPlace })
    .where(and(eq(embeddedSets.id, setId), inArray(embeddedSets.userId, reachedBy(userId))))
    .returning({ id: embeddedSets.id })
  if (!set) throw new CannotTakeBack()
  await tx
    .insert(embeddedSharings)
    .values({ id: recovery.recoverySharingId, setId, authShare })
    .onConflictDoNothing()
}
