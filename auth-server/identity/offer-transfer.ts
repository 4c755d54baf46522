import { TRANSFER_LIFETIME_MS } from '@vitrine/shared/account/transfer.ts'
import type { TransferredAccount } from '@vitrine/shared/api/transfer.ts'
import type { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { sql } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { hashToken } from '../sessions/secret-token.ts'
import type { TransferReceipt } from '../signer/operations.ts'
import { requireWireUser } from '../users/wire-user.ts'
import { readMerge } from './merge-plan.ts'
import type { ProofOfIdentity } from './proof-of-identity.ts'

/**
 * What a link answers when the login that was proven is another user's: the person, who has proven both accounts, is asked
 * whether they become one. In one statement with the use of the proof, so that one proof asks once. The nonce is kept as its
 * hash, for this session on this device alone.
 * @returns `account_transfer_required` (409). @throws those of `readMerge` when it cannot be; what `proof` makes of one used before
 */
export async function offerTransfer(
  ctx: Context,
  app: App,
  session: ActiveSession,
  proof: ProofOfIdentity,
  { nonce, from, identity, expiresAt, seal }: TransferReceipt,
): Promise<VitrineError> {
  const { ends } = await readMerge(ctx, app, ctx.db, { userId: session.userId, formerId: from, identity })
  const { linked_accounts } = await requireWireUser(ctx.db, from)
  const { type, subject } = identity
  const account: TransferredAccount = { type, subject, linked_accounts, ends: [...ends] }
  const { rows } = await ctx.db.execute(sql`
    with consumed as (${proof.consumption.statement})
    insert into account_transfers
      (hash, app_id, user_id, session_id, thumbprint, former_user_id, type, subject, receipt, shown, expires_at)
    select ${hashToken(nonce)}, ${session.appId}, ${session.userId}, ${session.id}, ${session.thumbprint}, ${from}, ${type},
      ${subject}, ${JSON.stringify({ expiresAt, seal })}::jsonb, ${JSON.stringify(account)}::jsonb,
      ${new Date(ctx.now() + TRANSFER_LIFETIME_MS).toISOString()}::timestamptz
    from consumed returning hash`)
  if (rows.length !== 1) throw proof.used()
  return apiError(
    'account_transfer_required',
    'This belongs to another account of yours here. Combine both accounts to use it with this one.',
    { data: { type, nonce, account } },
  )
}
