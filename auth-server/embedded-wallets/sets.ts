import type { EmbeddedSet } from '@vitrine/shared/wallet/embedded.ts'
import { and, asc, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { embeddedSets, embeddedWallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'

export type SetRow = typeof embeddedSets.$inferSelect
type Owner = Pick<ActiveSession, 'appId' | 'userId'>

/** @throws `embedded_wallet_not_found` (404), for another user's set too: its existence is nobody's business. */
export async function requireSet(db: Database | Transaction, owner: Owner, id: string): Promise<SetRow> {
  const set = await findSet(db, owner)
  if (set?.id === id) return set
  throw notFound()
}

export async function findSet(
  db: Database | Transaction,
  { appId, userId }: Owner,
): Promise<SetRow | undefined> {
  const [set] = await db
    .select()
    .from(embeddedSets)
    .where(and(eq(embeddedSets.userId, userId), eq(embeddedSets.appId, appId)))
  return set
}

/** The set that a wallet of this address is of. @throws `embedded_wallet_not_found` (404) */
export async function requireSetOf(ctx: Context, owner: Owner, address: string): Promise<SetRow> {
  const set = await findSet(ctx.db, owner)
  // What is no address of ours is not looked up: Postgres fails at a NUL in a text.
  const [wallet] =
    set && /^[0-9A-Za-z]{32,64}$/.test(address)
      ? await ctx.db
          .select({ address: embeddedWallets.address })
          .from(embeddedWallets)
          .where(and(eq(embeddedWallets.setId, set.id), eq(embeddedWallets.address, address)))
      : []
  if (set && wallet) return set
  throw notFound()
}

/** What the owner's devices are told of a set: no share. */
export async function describeSet(db: Database | Transaction, set: SetRow): Promise<EmbeddedSet> {
  const rows = await db
    .select()
    .from(embeddedWallets)
    .where(eq(embeddedWallets.setId, set.id))
    .orderBy(asc(embeddedWallets.chainType), asc(embeddedWallets.walletIndex))
  return {
    set_id: set.id,
    recovery_method: set.recoveryMethod,
    recovery_sharing_id: set.recoverySharingId,
    wallets: rows.map(row => ({
      chain_type: row.chainType,
      wallet_index: row.walletIndex,
      address: row.address,
      public_key: row.publicKey,
      created_at: Math.floor(row.createdAt.getTime() / 1000),
    })),
  }
}

export const notFound = () =>
  apiError('embedded_wallet_not_found', 'You have no such wallet on your devices.')
