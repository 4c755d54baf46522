import type { EmbeddedSet, RegisterSetRequest, SetWallet } from '@vitrine/shared/wallet/embedded.ts'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { embeddedSets, embeddedWallets } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { lockUser } from '../users/lock-user.ts'
import { nextWalletIndex, requireRoom, type WalletConfig } from '../users/wallet-index.ts'
import { importTarget, insertImported, requireDeviceMode } from './imported.ts'
import { recoveryColumns, requireFirstRecovery } from './recovery-columns.ts'
import { requireOwnership, requireSetProof } from './set-proof.ts'
import { describeSet, findSet } from './sets.ts'
import { storeSharing } from './sharings.ts'

/**
 * Registers a user's set: shares, recovery, wallets and imported key in one transaction, so that no wallet is ever announced whose
 * shares are not all stored. Of ten devices that register at once one wins; the others get its set as their answer.
 *
 * @throws `not_supported` (422) in an app whose wallets the server holds; `disallowed_recovery_method` (403);
 *   `invalid_credentials` (422); `invalid_data` (400) for an index that is not the next; `step_up_required` (403) for a key that
 *   is brought; `embedded_wallet_already_exists` (409)
 */
export async function registerSet(
  ctx: Context,
  app: App,
  session: ActiveSession,
  request: RegisterSetRequest,
  stepUp: StepUp,
): Promise<EmbeddedSet> {
  const { appId, userId } = session
  const config = app.config.embedded_wallet_config
  const { wallets, imported = [] } = request
  requireDeviceMode(config)
  if (wallets.length + imported.length === 0 || imported.length > 1)
    throw apiError('invalid_data', 'Register a set with its first wallet, or with one imported key.')
  requireFirstRecovery(config, request.recovery)
  requireSetProof(session, 'register', request)
  for (const wallet of [...wallets, ...imported]) requireOwnership(session, request.set_id, wallet)

  // Another device was quicker: nothing is added here, and so nothing is used up.
  const earlier = await findSet(ctx.db, session)
  if (earlier) return describeSet(ctx.db, earlier)
  for (const wallet of imported) await spendStepUp(ctx, session, stepUp, importTarget(wallet))

  try {
    const registered = await ctx.db.transaction(async tx => {
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
      for (const wallet of imported) await insertImported(ctx, tx, app, session, set.id, wallet)
      return describeSet(tx, set)
    })
    if (imported.length > 0) deliverSoon(ctx)
    return registered
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
