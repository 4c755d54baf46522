import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import type { ImportSubmitRequest } from '@vitrine/shared/wallet/import-export.ts'
import { deliverSoon } from '../../account-changes/deliver-notices.ts'
import { recordKeyMove } from '../../account-changes/record-key-move.ts'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import { importedWallets } from '../../database/imported-tables.ts'
import { apiError } from '../../errors/api-error.ts'
import type { ActiveSession } from '../../http/session.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { type StepUp, spendStepUp } from '../../http/step-up.ts'
import { requireProver } from '../../mfa/claim/own-factors.ts'
import { newWalletId } from '../../users/claim-imports.ts'
import { lockUser } from '../../users/lock-user.ts'
import { requireNewWallet } from '../../users/own-wallet.ts'
import { requireRoomForImport } from '../../users/wallet-index.ts'
import { askSigner } from '../call/ask-signer.ts'
import { type IdempotentRequest, storeAnswer, storedAnswer } from '../call/idempotency.ts'
import { walletResource } from '../create/resource.ts'
import { takeImport } from './begun-imports.ts'
import { refusedKey } from './refused-key.ts'

export interface ImportCall {
  readonly app: App
  readonly session: ActiveSession
  readonly body: SignedRequest<ImportSubmitRequest>
  readonly idempotency: IdempotentRequest
  readonly stepUp: StepUp
}

/**
 * Takes a key that a person brings.
 * 1. The begun import is used up, before anything is looked at: what was sent once is never opened again.
 * 2. The signer opens and seals the key, outside of any transaction: until it is stored it is worth nothing.
 * 3. The proof of a way in is used up. Who mistyped the key has it still.
 * 4. Wallet, event, notices and idempotent answer are one transaction, so that a crash leaves the whole wallet or none.
 *
 * @returns the wallet resource.
 * @throws `resource_conflict` (409) for an import that is over | `invalid_data` (400) for what is no key of this address |
 * `embedded_wallet_already_exists` (409) | `step_up_required` (403); those of `requireRoom` and `askSigner`
 */
export async function importWallet(ctx: Context, call: ImportCall): Promise<unknown> {
  const { app, session, body, idempotency, stepUp } = call
  const { appId, userId } = session
  const { wallet } = body.request
  const { chain_type: chainType, address: named } = wallet

  // 1.
  const importId = await takeImport(ctx, session, { chainType, address: named })

  // 2.
  const { presence } = stepUp
  if (!presence) throw apiError('step_up_required', 'Log out and log in again. Then import the wallet.')
  const id = newWalletId()
  const prover = await requireProver(ctx, session)
  const authorization = { payload: body.payload, signature: body.signature }
  const asked = { walletId: id, appId, userId, importId, ...prover, presence, authorization }
  const made = await askSigner(ctx.signer.importKey(asked))
  if (!made.ok) throw refusedKey(made.reason)

  // 3.
  await spendStepUp(ctx, session, stepUp, walletTarget(chainType, named))

  // 4.
  const { address, publicKey, sealedKey } = made
  const answer = await ctx.db.transaction(async tx => {
    await lockUser(tx, userId)
    const stored = await storedAnswer(tx, idempotency, ctx.now())
    if (stored) return stored.body
    await requireNewWallet(tx, userId, { chainType, address })
    await requireRoomForImport(tx, app.config.embedded_wallet_config, userId, chainType)
    const key = { id, appId, userId, chainType, address, publicKey, sealedKey }
    const [row] = await tx
      .insert(importedWallets)
      .values({ ...key, createdAt: new Date(ctx.now()) })
      .returning()
    if (!row) throw apiError('internal_error', 'The wallet could not be imported. Try again.')
    await recordKeyMove(ctx, tx, app, session, { chainType, address }, { kind: 'import' })
    return (await storeAnswer(tx, idempotency, walletResource(row, userId), ctx.now())).body
  })
  deliverSoon(ctx)
  return answer
}
