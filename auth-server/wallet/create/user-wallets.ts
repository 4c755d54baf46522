import type { CreateWalletRequest } from '@vitrine/shared/wallet/create.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Database, Transaction } from '../../context.ts'
import { walletEntropies, wallets } from '../../database/schema.ts'

export type ChainType = CreateWalletRequest['chain_type']

/** What the next wallet of a user depends on. */
export interface UserWallets {
  readonly first: typeof wallets.$inferSelect | null
  /** After the highest; the first one is 0. */
  readonly nextIndex: number
  readonly sealedEntropy: string | null
}

/** Of one chain type; the entropy is that of all. */
export async function readUserWallets(
  db: Database | Transaction,
  userId: string,
  chainType: ChainType,
): Promise<UserWallets> {
  const existing = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), eq(wallets.chainType, chainType)))
    .orderBy(asc(wallets.walletIndex))
  const [entropy] = await db.select().from(walletEntropies).where(eq(walletEntropies.userId, userId))
  return {
    first: existing[0] ?? null,
    nextIndex: (existing.at(-1)?.walletIndex ?? -1) + 1,
    sealedEntropy: entropy?.sealedEntropy ?? null,
  }
}
