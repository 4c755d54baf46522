import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database/connect.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { embeddedWallets, wallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { reachedBy } from './adopted.ts'

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
 * Keys that were brought are counted by themselves, to the same end: they take no wallet's place that is made here.
 * @throws `policy_violation` (403)
 */
export async function requireRoomForImport(
  tx: Transaction,
  config: WalletConfig,
  userId: string,
  chainType: ChainType,
): Promise<void> {
  const ofChain = and(
    inArray(importedWallets.userId, reachedBy(userId)),
    eq(importedWallets.chainType, chainType),
  )
  requireRoom(config, chainType, await tx.$count(importedWallets, ofChain))
}

/** The index that a wallet has among all that its user reaches; the one that it was made with is that of its own user. */
export const shownIndex = (table: typeof wallets | typeof embeddedWallets): SQL<number> =>
  sql<number>`coalesce(${table.shownIndex}, ${table.walletIndex})`

const highest = (table: typeof wallets | typeof embeddedWallets): SQL<number | null> =>
  sql<number | null>`max(${shownIndex(table)})`

/**
 * The index after the highest of the user's wallets of a chain, whoever holds their keys (specification §4): an app that
 * changes its mode goes on counting, and so does a user who took another in.
 * @returns 0 when the user has no wallet of this chain.
 */
export async function nextWalletIndex(
  db: Database | Transaction,
  userId: string,
  chainType: ChainType,
): Promise<number> {
  const [atServer] = await db
    .select({ index: highest(wallets) })
    .from(wallets)
    .where(and(inArray(wallets.userId, reachedBy(userId)), eq(wallets.chainType, chainType)))
  const [onDevice] = await db
    .select({ index: highest(embeddedWallets) })
    .from(embeddedWallets)
    .where(and(inArray(embeddedWallets.userId, reachedBy(userId)), eq(embeddedWallets.chainType, chainType)))
  return Math.max(atServer?.index ?? -1, onDevice?.index ?? -1) + 1
}
