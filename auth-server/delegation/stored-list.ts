import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { walletDelegations } from '../database/delegation-tables.ts'
import { users } from '../database/schema.ts'
import type { SealedDelegations } from '../signer/delegation-operations.ts'
import { reachedBy } from '../users/adopted.ts'

/** Who may use a wallet besides its person. `null`: nobody. */
export async function readList(
  db: Database | Transaction,
  walletId: string,
): Promise<SealedDelegations | null> {
  const [row] = await db.select().from(walletDelegations).where(eq(walletDelegations.walletId, walletId))
  return row ? { list: row.list, seal: row.seal } : null
}

/** Of a user's wallets, those of whom they took in among them; with the signer's word that they did. */
export const readListsOf = (db: Database | Transaction, userId: string) =>
  db
    .select({ list: walletDelegations.list, seal: walletDelegations.seal, adoptionSeal: users.adoptionSeal })
    .from(walletDelegations)
    .innerJoin(users, eq(users.id, walletDelegations.userId))
    .where(inArray(walletDelegations.userId, reachedBy(userId)))
    .orderBy(walletDelegations.walletId)

/**
 * Stores a list in the place of the one that it was made from, and of no other: of two changes at once, at any number of servers,
 * the second finds another one and begins again. A list of nobody is no row.
 * @returns whether it is stored
 */
export async function replaceList(
  tx: Transaction,
  before: SealedDelegations | null,
  { list, seal }: SealedDelegations,
): Promise<boolean> {
  const { walletId, appId, userId } = list
  const isBefore = and(
    eq(walletDelegations.walletId, walletId),
    eq(walletDelegations.seal, before?.seal ?? ''),
  )
  const walletIds = { walletId: walletDelegations.walletId }
  if (list.delegations.length === 0) {
    const gone = await tx.delete(walletDelegations).where(isBefore).returning(walletIds)
    return before === null || gone.length === 1
  }
  const stored =
    before === null
      ? await tx
          .insert(walletDelegations)
          .values({ walletId, appId, userId, list, seal })
          .onConflictDoNothing()
          .returning(walletIds)
      : await tx.update(walletDelegations).set({ list, seal }).where(isBefore).returning(walletIds)
  return stored.length === 1
}

/** Whom a wallet is: its owner, or who took that one in. */
export async function personOf(db: Database | Transaction, ownerId: string): Promise<string> {
  const [row] = await db
    .select({ id: sql<string>`coalesce(${users.mergedInto}, ${users.id})` })
    .from(users)
    .where(eq(users.id, ownerId))
  return row?.id ?? ownerId
}
