import { RECOVERY_TARGET } from '@vitrine/shared/api/step-up.ts'
import type {
  AddSharingRequest,
  AddWalletRequest,
  ChangeRecoveryRequest,
  EmbeddedSet,
} from '@vitrine/shared/wallet/embedded.ts'
import { and, eq } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { ReplacedRecovery } from '../database/change-tables.ts'
import type { Transaction } from '../database/connect.ts'
import { embeddedSets, embeddedSharings, embeddedWallets } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { lockUser } from '../users/lock-user.ts'
import type { WalletConfig } from '../users/wallet-index.ts'
import { recoveryColumns, requireAllowedRecovery } from './recovery-columns.ts'
import { insertWallet } from './register-set.ts'
import { requireOwnership, requireSetProof } from './set-proof.ts'
import { describeSet, findSet, notFound, requireSet, type SetRow } from './sets.ts'
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
    const set = await findSet(tx, session)
    if (set?.id !== setId) throw notFound()
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
    if (!known) await insertWallet(ctx, tx, session, setId, wallet, config)
    return describeSet(tx, set)
  })
}

/** Adds the sharing of a device that has rebuilt the entropy. @throws those of `requireSetProof` and `storeSharing` */
export async function addSharing(
  ctx: Context,
  session: ActiveSession,
  request: AddSharingRequest,
): Promise<EmbeddedSet> {
  const found = await requireSet(ctx, session, request.set_id)
  requireSetProof(found, 'add-sharing', request)
  return ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    const set = await requireSet(ctx, session, found.id, tx)
    await storeSharing(tx, set, request.sharing, request.retires, ctx.now())
    return describeSet(tx, set)
  })
}

/**
 * Puts a new recovery in the place of the present one, with the sharing that it belongs to, in one transaction: at every
 * moment there is a recovery share that fits an auth share. It is a door: what was there is kept for as long as the change
 * can be undone, and every address of the user is told.
 * @throws `step_up_required` | `disallowed_recovery_method` (403); those of `requireNewRecovery`
 */
export async function changeRecovery(
  ctx: Context,
  app: App,
  session: ActiveSession,
  request: ChangeRecoveryRequest,
  stepUp: StepUp,
): Promise<EmbeddedSet> {
  requireAllowedRecovery(app.config.embedded_wallet_config, request.recovery)
  const found = await requireSet(ctx, session, request.set_id)
  requireSetProof(found, 'change-recovery', request)
  await spendStepUp(ctx, session, stepUp, RECOVERY_TARGET)
  const changed = await ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    const set = await requireSet(ctx, session, found.id, tx)
    // The answer to an earlier try of this very request got lost.
    if (set.recoverySharingId === request.sharing.id) return describeSet(tx, set)
    requireNewRecovery(set, request)
    const recovery = await readRecovery(tx, set)
    const next = { ...set, ...recoveryColumns(request.recovery, request.sharing.id) }
    await storeSharing(tx, next, request.sharing, request.retires, ctx.now())
    await tx
      .update(embeddedSets)
      .set(recoveryColumns(request.recovery, request.sharing.id))
      .where(eq(embeddedSets.id, set.id))
    await recordChange(ctx, tx, app, session, { kind: 'recovery', added: null, removed: [], recovery })
    return describeSet(tx, next)
  })
  deliverSoon(ctx)
  return changed
}

const CLOUD_NAMES: Readonly<Record<string, string>> = { 'google-drive': 'Google Drive', icloud: 'iCloud' }

/**
 * A second secret in the same cloud would be taken for the first one; and a person who saw another recovery than there is by now
 * would replace what they do not know of.
 * @throws `embedded_wallet_recovery_already_exists` | `embedded_wallet_password_already_exists` (409)
 */
function requireNewRecovery(
  { recoveryMethod: present, recoverySharingId }: SetRow,
  { replaces, recovery: { method } }: Pick<ChangeRecoveryRequest, 'replaces' | 'recovery'>,
): void {
  const cloud = method === present ? CLOUD_NAMES[method] : undefined
  if (cloud !== undefined)
    throw apiError(
      'embedded_wallet_recovery_already_exists',
      `The recovery of this wallet is in your ${cloud} already.`,
    )
  if (recoverySharingId === replaces) return
  if (present === 'user-passcode' && method === present)
    throw apiError(
      'embedded_wallet_password_already_exists',
      'This wallet has a recovery passcode by now, set on another device. Look at it again before you change it.',
    )
  throw apiError(
    'embedded_wallet_recovery_already_exists',
    'The recovery of this wallet was changed on another device just now. Look at it again before you change it.',
  )
}

/** The recovery as it is, with all that opens the wallets by it. */
async function readRecovery(tx: Transaction, set: SetRow): Promise<ReplacedRecovery> {
  const {
    id: setId,
    recoveryMethod,
    recoveryShare,
    recoverySharingId,
    recoverySalt,
    recoveryVerifierHash,
    recoveryPlace,
  } = set
  const [sharing] = await tx
    .select({ authShare: embeddedSharings.authShare })
    .from(embeddedSharings)
    .where(and(eq(embeddedSharings.setId, setId), eq(embeddedSharings.id, recoverySharingId)))
  if (!sharing) throw new Error('A set lacks the sharing of its recovery')
  const { authShare } = sharing
  return {
    ...{ setId, authShare },
    ...{
      recoveryMethod,
      recoveryShare,
      recoverySharingId,
      recoverySalt,
      recoveryVerifierHash,
      recoveryPlace,
    },
  }
}
