import type { CreateWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/connect.ts'
import { importedWallets } from '../../database/imported-tables.ts'
import { walletEntropies, wallets } from '../../database/schema.ts'
import { reachedBy } from '../../users/adopted.ts'
import { nextWalletIndex, shownIndex } from '../../users/wallet-index.ts'

export type ChainType = CreateWalletRequest['chain_type']

/** What the next wallet of a user depends on. */
export interface UserWallets {
  /** Of those whose keys the server holds; one that was brought where none was made. */
  readonly first: typeof wallets.$inferSelect | typeof importedWallets.$inferSelect | null
  /** After the highest, those on the person's devices included; the first one is 0. */
  readonly nextIndex: number
  readonly sealedEntropy: string | null
}

/** Of one chain type; the entropy is that of all. */
export async function readUserWallets(
  db: Database | Transaction,
  userId: string,
  chainType: ChainType,
): Promise<UserWallets> {
  const [first] = await db
    .select()
    .from(wallets)
    .where(and(inArray(wallets.userId, reachedBy(userId)), eq(wallets.chainType, chainType)))
    .orderBy(asc(shownIndex(wallets)))
    .limit(1)
  const [brought] = first
    ? []
    : await db
        .select()
        .from(importedWallets)
        .where(
          and(
            inArray(importedWallets.userId, reachedBy(userId)),
            eq(importedWallets.chainType, chainType),
            isNull(importedWallets.setId),
          ),
        )
        .orderBy(asc(importedWallets.createdAt), asc(importedWallets.id))
        .limit(1)
  const [entropy] = await db.select().from(walletEntropies).where(eq(walletEntropies.userId, userId))
  return {
    first: first ?? brought ?? null,
    nextIndex: await nextWalletIndex(db, userId, chainType),
    sealedEntropy: entropy?.sealedEntropy ?? null,
  }
}
