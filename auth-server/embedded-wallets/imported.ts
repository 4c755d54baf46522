import { randomBytes } from 'node:crypto'
import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import type { AddImportedRequest, EmbeddedSet, ImportedSetWallet } from '@vitrine/shared/wallet/embedded.ts'
import { and, eq } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { recordKeyMove } from '../account-changes/record-key-move.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { importedWallets } from '../database/imported-tables.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireNewWallet } from '../users/own-wallet.ts'
import { requireRoomForImport, type WalletConfig } from '../users/wallet-index.ts'
import { requireOwnership, requireSetProof } from './set-proof.ts'
import { describeSet, findSet, notFound } from './sets.ts'

/** What the proof for the import of a key names. */
export const importTarget = ({ chain_type, address }: Pick<ImportedSetWallet, 'chain_type' | 'address'>) =>
  walletTarget(chain_type, address)

/** @throws `not_supported` (422) in an app whose wallets the server holds */
export function requireDeviceMode({ mode }: WalletConfig): void {
  if (mode === 'legacy-embedded-wallets-only') return
  throw apiError('not_supported', 'The wallets of this app are held by the server.')
}

/**
 * Adds a key that a person brought to the user's own set: its ciphertext, which whatever opens the set opens. The same one again is
 * no error, and uses up no proof.
 * @throws `step_up_required` (403) | `invalid_credentials` (422) | `embedded_wallet_not_found` (404) |
 * `embedded_wallet_already_exists` (409) | those of `requireRoom`
 */
export async function addImported(
  ctx: Context,
  app: App,
  session: ActiveSession,
  request: AddImportedRequest,
  stepUp: StepUp,
): Promise<EmbeddedSet> {
  const { set_id: setId, wallet } = request
  requireDeviceMode(app.config.embedded_wallet_config)
  requireSetProof(session, 'add-imported', request)
  requireOwnership(session, setId, wallet)
  await spendStepUp(ctx, session, stepUp, importTarget(wallet))
  const added = await ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    const set = await findSet(tx, session)
    if (set?.id !== setId) throw notFound()
    if (!(await isImported(tx, setId, wallet))) await insertImported(ctx, tx, app, session, setId, wallet)
    return describeSet(tx, set)
  })
  deliverSoon(ctx)
  return added
}

async function isImported(
  tx: Transaction,
  setId: string,
  { chain_type: chainType, address }: ImportedSetWallet,
): Promise<boolean> {
  const { setId: of, chainType: chain, address: known } = importedWallets
  return (await tx.$count(importedWallets, and(eq(of, setId), eq(chain, chainType), eq(known, address)))) > 0
}

/** @throws `embedded_wallet_already_exists` (409); those of `requireRoom` */
export async function insertImported(
  ctx: Context,
  tx: Transaction,
  app: App,
  session: ActiveSession,
  setId: string,
  { chain_type: chainType, address, public_key: publicKey, envelope: sealedKey }: ImportedSetWallet,
): Promise<void> {
  const { appId, userId } = session
  await requireNewWallet(tx, userId, { chainType, address })
  await requireRoomForImport(tx, app.config.embedded_wallet_config, userId, chainType)
  const id = `imported_${randomBytes(18).toString('base64url')}`
  const createdAt = new Date(ctx.now())
  await tx
    .insert(importedWallets)
    .values({ id, appId, userId, setId, chainType, address, publicKey, sealedKey, createdAt })
  await recordKeyMove(ctx, tx, app, session, { chainType, address }, { kind: 'import' })
}
