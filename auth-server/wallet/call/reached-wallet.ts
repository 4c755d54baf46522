import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { importedWallets } from '../../database/imported-tables.ts'
import { wallets } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { ActiveSession } from '../../http/session.ts'
import type { SignerRequest } from '../../signer/operations.ts'
import { findReached, type ReachedOwner } from '../../users/adopted.ts'

const WALLET_ID = /^wallet_[\w-]{24}$/

/** A wallet whose key the server's signer has: made here, or brought here. */
export interface ReachedWallet {
  readonly wallet: typeof wallets.$inferSelect | typeof importedWallets.$inferSelect
  readonly isImported: boolean
  readonly owner: ReachedOwner
}

/** @throws `embedded_wallet_not_found` (404), for another user's wallet too: its existence is nobody's business. */
export async function requireReachedWallet(
  ctx: Context,
  session: ActiveSession,
  id: string,
): Promise<ReachedWallet> {
  const found = await findServerWallet(ctx, session.appId, id)
  const owner = found && (await findReached(ctx.db, session, found.wallet.userId))
  if (found && owner) return { ...found, owner }
  throw apiError('embedded_wallet_not_found', 'You have no such wallet.')
}

/** Whosever it is. @returns `null` for what is no wallet of the app's whose key the signer has */
export async function findServerWallet(
  ctx: Context,
  appId: string,
  id: string,
): Promise<Omit<ReachedWallet, 'owner'> | null> {
  // Postgres fails at a NUL in a text; what is no id of ours is not looked up.
  if (!WALLET_ID.test(id)) return null
  const [made] = await ctx.db
    .select()
    .from(wallets)
    .where(and(eq(wallets.id, id), eq(wallets.appId, appId)))
  if (made) return { wallet: made, isImported: false }
  const { id: importedId, appId: importedApp, setId } = importedWallets
  const [brought] = await ctx.db
    .select()
    .from(importedWallets)
    .where(and(eq(importedId, id), eq(importedApp, appId), isNull(setId)))
  return brought ? { wallet: brought, isImported: true } : null
}

/** As the signer is told of it. */
export const signerWallet = ({
  wallet,
  isImported,
}: Omit<ReachedWallet, 'owner'>): SignerRequest<'walletRpc'>['wallet'] => {
  const { id: walletId, appId, userId, address, sealedKey, chainType } = wallet
  return { walletId, appId, userId, chainType, address, sealedKey, ...(isImported && { isImported }) }
}
