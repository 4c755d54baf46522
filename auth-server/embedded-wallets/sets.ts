import type { EmbeddedSet } from '@vitrine/shared/wallet/embedded.ts'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { embeddedSets, embeddedWallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { findReached, reachedBy, requireUnheldOwner } from '../users/adopted.ts'

export type SetRow = typeof embeddedSets.$inferSelect
type Owner = Pick<ActiveSession, 'appId' | 'userId'>

/**
 * A set of the user's, or of one whom they took in: its `userId` is whom its shares are sealed for and its key signs for.
 * @throws `embedded_wallet_not_found` (404), for another user's set too: its existence is nobody's business; `policy_violation`
 * (403) while what came with another account is held
 */
export async function requireSet(
  ctx: Context,
  session: Owner,
  id: string,
  db: Database | Transaction = ctx.db,
): Promise<SetRow> {
  const [set] = await db
    .select()
    .from(embeddedSets)
    .where(and(eq(embeddedSets.id, id), eq(embeddedSets.appId, session.appId)))
  return requireReached(ctx, db, session, set)
}

/** The user's own: those that came with others are not added to. */
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

/** The set that a wallet of this address is of. @throws those of `requireSet` */
export async function requireSetOf(ctx: Context, session: Owner, address: string): Promise<SetRow> {
  // What is no address of ours is not looked up: Postgres fails at a NUL in a text.
  if (!/^[0-9A-Za-z]{32,64}$/.test(address)) throw notFound()
  for (const table of [embeddedWallets, importedWallets]) {
    const [found] = await ctx.db
      .select({ set: embeddedSets })
      .from(table)
      .innerJoin(embeddedSets, eq(embeddedSets.id, table.setId))
      .where(
        and(
          inArray(table.userId, reachedBy(session.userId)),
          eq(embeddedSets.appId, session.appId),
          eq(table.address, address),
        ),
      )
    if (found) return requireReached(ctx, ctx.db, session, found.set)
  }
  throw notFound()
}

async function requireReached(
  ctx: Context,
  db: Database | Transaction,
  session: Owner,
  set: SetRow | undefined,
): Promise<SetRow> {
  const owner = set && (await findReached(db, session, set.userId))
  if (!set || !owner) throw notFound()
  requireUnheldOwner(ctx.now(), owner)
  return set
}

/** What the owner's devices are told of a set: no share. */
export async function describeSet(db: Database | Transaction, set: SetRow): Promise<EmbeddedSet> {
  const rows = await db
    .select()
    .from(embeddedWallets)
    .where(eq(embeddedWallets.setId, set.id))
    .orderBy(asc(embeddedWallets.chainType), asc(embeddedWallets.walletIndex))
  const imported = await db
    .select()
    .from(importedWallets)
    .where(eq(importedWallets.setId, set.id))
    .orderBy(asc(importedWallets.createdAt), asc(importedWallets.id))
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
    imported: imported.map(row => ({
      chain_type: row.chainType,
      address: row.address,
      public_key: row.publicKey,
      envelope: row.sealedKey,
      created_at: Math.floor(row.createdAt.getTime() / 1000),
    })),
  }
}

export const notFound = () =>
  apiError('embedded_wallet_not_found', 'You have no such wallet on your devices.')
