import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import type { exportRequest, exportResponse } from '@vitrine/shared/wallet/import-export.ts'
import { eq } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import { deliverSoon } from '../../account-changes/deliver-notices.ts'
import { recordKeyMove } from '../../account-changes/record-key-move.ts'
import type { App } from '../../apps/registry.ts'
import type { Context } from '../../context.ts'
import type { Transaction } from '../../database/connect.ts'
import { importedWallets } from '../../database/imported-tables.ts'
import { walletEntropies, wallets } from '../../database/schema.ts'
import { apiError } from '../../errors/api-error.ts'
import type { ActiveSession } from '../../http/session.ts'
import type { SignedRequest } from '../../http/signed-request.ts'
import { type StepUp, spendStepUp } from '../../http/step-up.ts'
import { requireProver } from '../../mfa/claim/own-factors.ts'
import { requireUnheldOwner } from '../../users/adopted.ts'
import { lockUser } from '../../users/lock-user.ts'
import { askSigner } from '../call/ask-signer.ts'
import { idempotencyOf, storeAnswer } from '../call/idempotency.ts'
import { type ReachedWallet, signerWallet } from '../call/reached-wallet.ts'

interface ExportCall {
  readonly app: App
  readonly session: ActiveSession
  readonly body: SignedRequest<output<typeof exportRequest>>
  readonly stepUp: StepUp
  readonly reached: ReachedWallet
}

/**
 * Gives a key, or the words that it is of, to its person.
 * 1. The proof of a way in is used up: one proof is one export.
 * 2. The signer encrypts the key to the recipient that the device signed. No answer is kept.
 * 3. It is written down and told to every address before the answer leaves: no key does that nobody knows of.
 *
 * @throws `step_up_required` (403) | `unsupported_wallet_type` (422) for words of a key that was brought; those of `askSigner`
 */
export async function exportWallet(
  ctx: Context,
  { app, session, body: { request, payload, signature }, stepUp, reached }: ExportCall,
): Promise<output<typeof exportResponse>> {
  const { wallet, isImported, owner } = reached
  const { chainType, address } = wallet
  const isPhrase = request.export_seed_phrase === true
  requireUnheldOwner(ctx.now(), owner)
  if (isPhrase && isImported)
    throw apiError(
      'unsupported_wallet_type',
      'This wallet was imported: its words are not kept. Export its private key.',
    )

  // 1.
  await spendStepUp(ctx, session, stepUp, walletTarget(chainType, address))
  const { presence } = stepUp
  if (!presence) throw apiError('step_up_required', 'Log out and log in again. Then show the key.')

  // 2. The key of another request is a conflict; a retry is another export.
  await storeAnswer(ctx.db, idempotencyOf(session.userId, payload), {}, ctx.now())
  const prover = await requireProver(ctx, session)
  const entropy = isPhrase ? { sealedEntropy: await sealedEntropyOf(ctx, wallet.userId) } : {}
  const asked = { wallet: signerWallet(reached), ...entropy, adopter: owner.adopter, ...prover, presence }
  const sealed = await askSigner(ctx.signer.exportKey({ ...asked, authorization: { payload, signature } }))

  // 3.
  await ctx.db.transaction(async tx => {
    await lockUser(tx, session.userId)
    await markExported(tx, reached, isPhrase, new Date(ctx.now()))
    const secret = isPhrase ? 'seed-phrase' : 'private-key'
    await recordKeyMove(ctx, tx, app, session, wallet, { kind: 'export', secret })
  })
  deliverSoon(ctx)
  const { ciphertext, encapsulatedKey } = sealed
  return { encryption_type: 'HPKE', ciphertext, encapsulated_key: encapsulatedKey }
}

async function sealedEntropyOf(ctx: Context, userId: string): Promise<string> {
  const [row] = await ctx.db.select().from(walletEntropies).where(eq(walletEntropies.userId, userId))
  if (!row)
    throw apiError('internal_error', 'The words of this wallet cannot be found. Tell the site’s support.')
  return row.sealedEntropy
}

/** The words are of every wallet that was made for the same owner. */
async function markExported(
  tx: Transaction,
  { wallet, isImported }: ReachedWallet,
  isPhrase: boolean,
  exportedAt: Date,
): Promise<void> {
  if (isImported)
    await tx.update(importedWallets).set({ exportedAt }).where(eq(importedWallets.id, wallet.id))
  else
    await tx
      .update(wallets)
      .set({ exportedAt })
      .where(isPhrase ? eq(wallets.userId, wallet.userId) : eq(wallets.id, wallet.id))
}
