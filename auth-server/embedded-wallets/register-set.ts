import type { EmbeddedSet, RegisterSetRequest, SetWallet } from '@vitrine/shared/wallet/embedded.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { embeddedSets, embeddedWallets } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { lockUser } from '../users/lock-user.ts'
import { nextWalletIndex, requireRoom, type WalletConfig } from '../users/wallet-index.ts'
import { recoveryColumns, requireFirstRecovery } from './recovery-columns.ts'
import { requireOwnership, requireSetProof } from './set-proof.ts'
import { describeSet, findSet } from './sets.ts'
import { storeSharing } from './sharings.ts'

/**
 * Registers a user's set: shares, recovery and wallets in one transaction, so that no wallet is ever announced whose
 * shares are not all stored. Of ten devices that register at once one wins; the others get its set as their answer.
 *
 * @throws `not_supported` (422) in an app whose wallets the server holds; `disallowed_recovery_method` (403);
 *   `invalid_credentials` (422); `invalid_data` (400) for an index that is not the next
 */
export async function registerSet(
  ctx: Context,
  session: ActiveSession,
  config: WalletConfig,
  request: RegisterSetRequest,
): Promise<EmbeddedSet> {
  const { appId, userId } = session
  if (config.mode !== 'legacy-embedded-wallets-only')
    throw apiError('not_supported', 'The wallets of this app are held by the server.')
  requireFirstRecovery(config, request.recovery)
  requireSetProof(session, 'register', request)
  for (const wallet of request.wallets) requireOwnership(session, request.set_id, wallet)

  try {
    return await ctx.db.transaction(async tx => {
      await lockUser(tx, userId)
      const existing = await findSet(tx, session)
      if (existing) return describeSet(tx, existing)
      const [set] = await tx
        .insert(embeddedSets)
        .values({
          id: request.set_id,
          appId,
          userId,
          ...recoveryColumns(request.recovery, request.sharing.id),
        })
        .returning()
      if (!set) throw apiError('embedded_wallet_create_error', 'The wallet could not be created. Try again.')
      await storeSharing(tx, set, request.sharing, undefined, ctx.now())
      const inOrder = request.wallets.toSorted((a, b) => a.wallet_index - b.wallet_index)
      for (const wallet of inOrder) await insertWallet(ctx, tx, session, set.id, wallet, config)
      return describeSet(tx, set)
    })
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    throw apiError('resource_conflict', 'This wallet belongs to another account.')
  }
}

/** @throws `invalid_data` (400) unless the index is the next one of its chain; those of `requireRoom` */
export async function insertWallet(
  ctx: Context,
  tx: Transaction,
  session: ActiveSession,
  setId: string,
  wallet: SetWallet,
  config: WalletConfig,
): Promise<void> {
  const { userId } = session
  const { chain_type: chainType, wallet_index: walletIndex, address, public_key: publicKey } = wallet
  const next = await nextWalletIndex(tx, userId, chainType)
  if (walletIndex !== next)
    throw apiError('invalid_data', `The next wallet of this chain has the index ${next}.`)
  requireRoom(config, chainType, next)
  await tx.insert(embeddedWallets).values({ setId, userId, chainType, walletIndex, address, publicKey })
  const data = { chain_type: chainType, address, wallet_index: walletIndex }
  await recordEvent(tx, ctx.now(), session, session, { type: 'user.wallet_created', data })
}
