import type { UpdateWalletRequest } from '@vitrine/shared/api/delegation.ts'
import { walletTarget } from '@vitrine/shared/api/step-up.ts'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import { delegationData } from '../audit/delegation-data.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { requireProver } from '../mfa/claim/own-factors.ts'
import type { SealedDelegations } from '../signer/delegation-operations.ts'
import { requireUnheldOwner } from '../users/adopted.ts'
import { lockUser } from '../users/lock-user.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import { idempotencyOf, storeAnswer, storedAnswer } from '../wallet/call/idempotency.ts'
import type { ReachedWallet } from '../wallet/call/reached-wallet.ts'
import { walletResource } from '../wallet/create/resource.ts'
import { findOffer } from './find-offer.ts'
import { readList, replaceList } from './stored-list.ts'

interface ChangeCall {
  readonly app: App
  readonly session: ActiveSession
  readonly body: SignedRequest<UpdateWalletRequest>
  readonly stepUp: StepUp
  readonly reached: ReachedWallet
}

/**
 * Makes the list of who may use a wallet be what its person agreed to.
 * 1. The signer makes the list from the request that the device signed, outside of any transaction.
 * 2. The proof of a way in is used up: one proof is one change.
 * 3. List, events, notices and idempotent answer are one transaction. Whoever finds that another change, or a use, was faster
 *    begins again.
 *
 * @returns the wallet resource
 * @throws `step_up_required` (403) | `policy_violation` (403) for a consent whose end has come | `invalid_data` (400); those of `findOffer` and `askSigner`
 */
export async function changeSigners(ctx: Context, call: ChangeCall): Promise<unknown> {
  const { session, body, stepUp, reached } = call
  const { wallet, owner } = reached
  const { chainType, address } = wallet
  requireUnheldOwner(ctx.now(), owner)
  const consents = body.request.additional_signers.filter(({ consent }) => consent)
  // A policy can be for a minute. The signer's refusal would read as if their device could not sign.
  if (consents.some(({ consent }) => consent && consent.expires_at <= ctx.now()))
    throw apiError(
      'policy_violation',
      'The time that this was asked for is over, so nothing happened. Close it, and let the site ask again.',
    )
  const offers = []
  for (const { signer_id: signerId, override_policy_ids: policyIds } of consents)
    offers.push(await findOffer(ctx, wallet.appId, { chainType, signerId, policyIds }))
  const { presence } = stepUp
  if (offers.length > 0 && !presence)
    throw apiError('step_up_required', 'Log out and log in again. Then allow it.')

  const prover = await requireProver(ctx, session)
  const { payload, signature } = body
  const named = { walletId: wallet.id, appId: wallet.appId, userId: wallet.userId, chainType, address }
  let isSpent = false
  for (;;) {
    // 1.
    const present = await readList(ctx.db, wallet.id)
    const next = await askSigner(
      ctx.signer.changeDelegates({
        ...{ wallet: named, present, offers, adopter: owner.adopter, ...prover },
        ...(presence && { presence }),
        authorization: { payload, signature },
      }),
    )
    // 2.
    if (!isSpent) await spendStepUp(ctx, session, stepUp, walletTarget(chainType, address))
    isSpent = true
    // 3.
    const done = await ctx.db.transaction(tx => commit(ctx, tx, call, { present, next }))
    if (done === 'overtaken') continue
    deliverSoon(ctx)
    return done.answer
  }
}

async function commit(
  ctx: Context,
  tx: Transaction,
  { app, session, body, reached: { wallet } }: ChangeCall,
  { present, next }: { readonly present: SealedDelegations | null; readonly next: SealedDelegations },
): Promise<{ readonly answer: unknown } | 'overtaken'> {
  await lockUser(tx, session.userId)
  const idempotency = idempotencyOf(session.userId, body.payload)
  const stored = await storedAnswer(tx, idempotency, ctx.now())
  if (stored) return { answer: stored.body }
  if (!(await replaceList(tx, present, next))) return 'overtaken'
  const before = present?.list.delegations ?? []
  const { list } = next
  const ended = before.filter(({ id }) => !list.delegations.some(each => each.id === id))
  const given = list.delegations.filter(({ id }) => !before.some(each => each.id === id))
  for (const [type, delegations] of [
    ['wallet.delegation_revoked', ended],
    ['wallet.delegated', given],
  ] as const)
    for (const each of delegations)
      await recordEvent(tx, ctx.now(), session, session, { type, data: delegationData(list, each) })
  if (given.length > 0) {
    const added = { type: 'wallet', subject: `${list.chainType}:${list.address}` } as const
    await recordChange(ctx, tx, app, session, { kind: 'delegate', added, removed: [] })
  }
  const answer = walletResource(wallet, session.userId, list.delegations)
  return { answer: (await storeAnswer(tx, idempotency, answer, ctx.now())).body }
}
