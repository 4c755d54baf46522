import { and, eq, max } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { embeddedWallets, wallets } from '../database/schema.ts'

/**
 * The index after the highest of the user's wallets of a chain, whoever holds their keys (specification §4): an app that
 * changes its mode goes on counting.
 * @returns 0 when the user has no wallet of this chain.
 */
export async function nextWalletIndex(
  db: Database | Transaction,
  userId: string,
  chainType: 'ethereum' | 'solana',
): Promise<number> {
  const [atServer] = await db
    .select({ index: max(wallets.walletIndex) })
    .from(wallets)
    .where(and(eq(wallets.userId, userId), eq(wallets.chainType, chainType)))
  const [onDevice] = await db
    .select({ index: max(embeddedWallets.walletIndex) })
    .from(embeddedWallets)
    .where(and(eq(embeddedWallets.userId, userId), eq(embeddedWallets.chainType, chainType)))
  return Math.max(atServer?.index ?? -1, onDevice?.index ?? -1) + 1
}
