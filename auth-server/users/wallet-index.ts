import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { and, eq, max } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { embeddedWallets, wallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'

export type WalletConfig = EditableAppConfig['embedded_wallet_config']
type ChainType = 'ethereum' | 'solana'

/**
 * A page can have wallets made without asking the person, so there is an end to them.
 * @param count of the user's wallets of the chain type
 * @throws `policy_violation` (403)
 */
export function requireRoom(
  { max_wallets_per_chain_type: most }: WalletConfig,
  chainType: ChainType,
  count: number,
): void {
  if (count < most) return
  throw apiError(
    'policy_violation',
    `You have ${count} ${chainType === 'solana' ? 'Solana' : 'Ethereum'} wallets, as many as this app allows. Use one of them.`,
  )
}

/**
 * The index after the highest of the user's wallets of a chain, whoever holds their keys (specification §4): an app that
 * changes its mode goes on counting.
 * @returns 0 when the user has no wallet of this chain.
 */
export async function nextWalletIndex(
  db: Database | Transaction,
  userId: string,
  chainType: ChainType,
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
