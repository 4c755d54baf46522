import type { DelegationItem } from '@vitrine/shared/api/delegation.ts'
import type { Context } from '../context.ts'
import type { ActiveSession } from '../http/session.ts'
import { countedAt } from '../signer/delegation-spend.ts'
import { signerIdsOf } from './find-offer.ts'
import { readListsOf } from './stored-list.ts'

/** Who may use the user's wallets, by what, until when, and what counts against its limits now. */
export async function toldDelegations(
  ctx: Context,
  { appId, userId }: Pick<ActiveSession, 'appId' | 'userId'>,
): Promise<DelegationItem[]> {
  const now = ctx.now()
  const signerIds = await signerIdsOf(ctx, appId)
  return (await readListsOf(ctx.db, userId)).flatMap(({ list }) =>
    list.delegations.map(({ id, signerId, name, policy, createdAt, expiresAt, spent }) => ({
      id,
      wallet: { id: list.walletId, address: list.address, chain_type: list.chainType },
      ...{ signer_id: signerId, name, policy, created_at: createdAt, expires_at: expiresAt },
      ended: expiresAt <= now ? 'expired' : signerIds.includes(signerId) ? null : 'key-removed',
      spent: spent.map(each => String(countedAt(each, now))),
    })),
  )
}
