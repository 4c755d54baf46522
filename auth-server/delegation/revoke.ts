import type { RevokeRequest } from '@vitrine/shared/api/delegation.ts'
import { delegationData } from '../audit/delegation-data.ts'
import { recordEvent } from '../audit/record-event.ts'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import type { ActiveSession } from '../http/session.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { requireDevice } from '../sessions/require-device.ts'
import type { SealedDelegations } from '../signer/delegation-operations.ts'
import { askSigner } from '../wallet/call/ask-signer.ts'
import { readListsOf, replaceList } from './stored-list.ts'

/**
 * Ends delegations of a user, all or those that the request names. It is of effect at every server once it is stored: a use that
 * is under way finds another list than the one that it began with, and no signature of it is let out.
 * @returns how many were ended
 */
export async function revokeDelegations(
  ctx: Context,
  session: ActiveSession,
  { payload, signature }: SignedRequest<RevokeRequest>,
): Promise<number> {
  const { appId, userId } = session
  const device = await requireDevice(ctx, session)
  const authorization = { payload, signature }
  for (;;) {
    const present = await readListsOf(ctx.db, userId)
    const lists = present.map(({ adoptionSeal, ...sealed }) => ({
      ...sealed,
      ...(adoptionSeal && { adoptionSeal }),
    }))
    // The signer is asked without a list too: a signature that is none is told so.
    const next = await askSigner(ctx.signer.revokeDelegates({ appId, userId, lists, device, authorization }))
    const ended = await ctx.db.transaction(async tx => {
      let count = 0
      for (const [at, each] of next.lists.entries()) {
        const before = present[at]
        if (!before || each.list.delegations.length === before.list.delegations.length) continue
        if (!(await replaceList(tx, before, each))) return 'overtaken'
        count += await tell(ctx, tx, session, before, each)
      }
      return count
    })
    if (ended !== 'overtaken') return ended
  }
}

async function tell(
  ctx: Context,
  tx: Transaction,
  session: ActiveSession,
  before: SealedDelegations,
  { list }: SealedDelegations,
): Promise<number> {
  const ended = before.list.delegations.filter(({ id }) => !list.delegations.some(each => each.id === id))
  for (const each of ended) {
    const event = { type: 'wallet.delegation_revoked', data: delegationData(list, each) } as const
    await recordEvent(tx, ctx.now(), session, session, event)
  }
  return ended.length
}
