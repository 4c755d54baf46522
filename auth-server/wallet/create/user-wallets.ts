import type { CreateWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Database, Transaction } from '../../database/connect.ts'
import { walletEntropies, wallets } from '../../database/schema.ts'
import { reachedBy } from '../../users/adopted.ts'
import { nextWalletIndex, shownIndex } from '../../users/wallet-index.ts'

export type ChainType = CreateWalletRequest['chain_type']

/** What the next wallet of a user depends on. */
export interface UserWallets {
  /** Of those whose keys the server holds. */
  readonly first: typeof wallets.$inferSelect | null
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
  const [entropy] = await db.select().from(walletEntropies).where(eq(walletEntropies.userId, userId))
  return {
    first: first ?? null,
    nextIndex: await nextWalletIndex(db, userId, chainType),
    sealedEntropy: entropy?.sealedEntropy ?? null,
  }
}
