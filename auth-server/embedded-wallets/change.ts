import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type {
  AddSharingRequest,
  AddWalletRequest,
  ChangeRecoveryRequest,
  EmbeddedSet,
} from '@vitrine/shared/wallet/embedded.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { embeddedSets, embeddedWallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { lockUser } from '../users/lock-user.ts'
import type { WalletConfig } from '../users/wallet-index.ts'
import { recoveryColumns, requireAllowedRecovery } from './recovery-columns.ts'
import { insertWallet } from './register-set.ts'
import { requireOwnership, requireSetProof } from './set-proof.ts'
import { describeSet, requireSet } from './sets.ts'
import { storeSharing } from './sharings.ts'

/**
 * Adds the next wallet of a chain to a set. Idempotent by (user, chain, index): the same wallet again is no error.
 * @throws `resource_conflict` (409) when another wallet has the index; those of `requireSetProof` and `insertWallet`
 */
export async function addWallet(
  ctx: Context,
  session: ActiveSession,
  config: WalletConfig,
  request: AddWalletRequest,
): Promise<EmbeddedSet> {
  const { set_id: setId, wallet } = request
  requireSetProof(session, 'add-wallet', request)
  requireOwnership(session, setId, wallet)
  return ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    const set = await requireSet(tx, session, setId)
    const [known] = await tx
      .select({ address: embeddedWallets.address })
      .from(embeddedWallets)
      .where(
        and(
          eq(embeddedWallets.userId, session.userId),
          eq(embeddedWallets.chainType, wallet.chain_type),
          eq(embeddedWallets.walletIndex, wallet.wallet_index),
        ),
      )
    if (known && known.address !== wallet.address)
      throw apiError('resource_conflict', 'Another wallet has this index.')
    if (!known) await insertWallet(tx, session.userId, setId, wallet, config)
    return describeSet(tx, set)
  })
}

/** Adds the sharing of a device that has rebuilt the entropy. @throws those of `requireSetProof` and `storeSharing` */
export async function addSharing(
  ctx: Context,
  session: ActiveSession,
  request: AddSharingRequest,
): Promise<EmbeddedSet> {
  requireSetProof(session, 'add-sharing', request)
  return ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    const set = await requireSet(tx, session, request.set_id)
    await storeSharing(tx, set, request.sharing, request.retires, ctx.now())
    return describeSet(tx, set)
  })
}

/**
 * Puts a new recovery in the place of the present one, with the sharing that it belongs to, in one transaction: at every
 * moment there is a recovery share that fits an auth share.
 * @throws `embedded_wallet_recovery_already_exists` (409) when the recovery was changed meanwhile, elsewhere
 */
export async function changeRecovery(
  ctx: Context,
  session: ActiveSession,
  config: EditableAppConfig['embedded_wallet_config'],
  request: ChangeRecoveryRequest,
): Promise<EmbeddedSet> {
  requireAllowedRecovery(config, request.recovery)
  requireSetProof(session, 'change-recovery', request)
  return ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    const set = await requireSet(tx, session, request.set_id)
    // The answer to an earlier try of this very request got lost.
    if (set.recoverySharingId === request.sharing.id) return describeSet(tx, set)
    if (set.recoverySharingId !== request.replaces)
      throw apiError(
        'embedded_wallet_recovery_already_exists',
        'The recovery of this wallet was changed on another device just now. Look at it again before you change it.',
      )
    const changed = { ...set, ...recoveryColumns(request.recovery, request.sharing.id) }
    await storeSharing(tx, changed, request.sharing, request.retires, ctx.now())
    await tx
      .update(embeddedSets)
      .set(recoveryColumns(request.recovery, request.sharing.id))
      .where(eq(embeddedSets.id, set.id))
    return describeSet(tx, changed)
  })
}
