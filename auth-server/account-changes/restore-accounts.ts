import { and, eq } from 'drizzle-orm'
import { type Doer, recordEvent } from '../audit/record-event.ts'
import type { RemovedAccount } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { accounts, embeddedSets, users, wallets } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'

/** Ends the part of a transaction that takes one change back. */
export class CannotTakeBack extends Error {}

/**
 * Puts ways in back as they were. One that logged in meanwhile has made a user of its own, whom it is taken from where that
 * user has nothing else: no other way in, no wallet, and nobody whom they took in. It is the same person, who owns the address and found it empty.
 * @throws CannotTakeBack when it belongs to somebody with more than that, or another one of its type has its place
 */
export async function restoreAccounts(
  tx: Transaction,
  userId: string,
  removed: readonly RemovedAccount[],
  { now, by }: { readonly now: Date; readonly by: Doer },
): Promise<void> {
  for (const account of removed) {
    const { appId, holderId } = await place(tx, userId, account)
    if (holderId === userId) continue
    if (holderId !== null && !(await isEmpty(tx, holderId))) throw new CannotTakeBack()
    if (holderId !== null) {
      await tx.delete(users).where(eq(users.id, holderId))
      const holder = { appId, userId: holderId }
      await recordEvent(tx, now.getTime(), holder, by, { type: 'user.deleted' })
    }
    await insert(tx, appId, userId, account)
  }
}

async function place(tx: Transaction, userId: string, { type, subject }: RemovedAccount) {
  const [user] = await tx.select({ appId: users.appId }).from(users).where(eq(users.id, userId))
  if (!user) throw new CannotTakeBack()
  const [holder] = await tx
    .select({ userId: accounts.userId })
    .from(accounts)
    .where(and(eq(accounts.appId, user.appId), eq(accounts.type, type), eq(accounts.subject, subject)))
  return { appId: user.appId, holderId: holder?.userId ?? null }
}

/** Locked first: a wallet that is being made waits, and finds no user then. */
async function isEmpty(tx: Transaction, userId: string): Promise<boolean> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const counts = [
    await tx.$count(wallets, eq(wallets.userId, userId)),
    await tx.$count(importedWallets, eq(importedWallets.userId, userId)),
    await tx.$count(embeddedSets, eq(embeddedSets.userId, userId)),
    await tx.$count(users, eq(users.mergedInto, userId)),
    (await tx.$count(accounts, eq(accounts.userId, userId))) - 1,
  ]
  return counts.every(count => count === 0)
}

async function insert(
  tx: Transaction,
  appId: string,
  userId: string,
  { firstVerifiedAt, latestVerifiedAt, heldUntil, ...account }: RemovedAccount,
): Promise<void> {
  try {
    await tx.transaction(part =>
      part.insert(accounts).values({
        ...account,
        appId,
        userId,
        firstVerifiedAt: new Date(firstVerifiedAt),
        latestVerifiedAt: new Date(latestVerifiedAt),
        heldUntil: heldUntil === null ? null : new Date(heldUntil),
      }),
    )
  } catch (error) {
    throw isUniqueViolation(error) ? new CannotTakeBack() : error
  }
}
