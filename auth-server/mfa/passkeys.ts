import type { enrollResponse, passkeyEnrollmentRequest } from '@vitrine/shared/api/mfa.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { SignedRequest } from '../http/signed-request.ts'
import { takeLoginAway } from '../identity/unlink-account.ts'
import { changeFactors, enrolled, type FactorChange } from './change.ts'
import { readFactors } from './store-factors.ts'

type Asked = Pick<FactorChange, 'app' | 'session' | 'stepUp'>

/**
 * Makes these passkeys of the user second factors, and no others. With `remove_for_login` those that are factors no longer log nobody
 * in either.
 * @throws `linked_account_not_found` (404) for one that is neither linked nor a factor | `cannot_unlink_sole_account` (422) | those of
 * `changeFactors`
 */
export async function enrollPasskeys(
  ctx: Context,
  { signed, ...asked }: Asked & { readonly signed: SignedRequest<output<typeof passkeyEnrollmentRequest>> },
): Promise<output<typeof enrollResponse>> {
  const { app, session } = asked
  const { credential_ids: ids, remove_for_login: removes = false } = signed.request
  const linked = await ctx.db
    .select()
    .from(accounts)
    .where(
      and(eq(accounts.userId, session.userId), eq(accounts.type, 'passkey'), inArray(accounts.subject, ids)),
    )
  const list = (await readFactors(ctx.db, session.userId))?.list ?? []
  const enrolledIds = list.flatMap(factor => (factor.type === 'passkey' ? [factor.id] : []))
  if (ids.some(id => !enrolledIds.includes(id) && linked.every(({ subject }) => subject !== id)))
    throw apiError('linked_account_not_found', 'This passkey is not one of your account.')
  const passkeys = linked.map(({ subject: id, seal, details }) => ({
    id,
    seal,
    publicKey: details.publicKey ?? '',
  }))
  const gone = removes ? enrolledIds.filter(id => !ids.includes(id)) : []
  const also = async (tx: Transaction) => {
    const rows = await tx
      .select({ subject: accounts.subject })
      .from(accounts)
      .where(
        and(
          eq(accounts.userId, session.userId),
          eq(accounts.type, 'passkey'),
          inArray(accounts.subject, gone),
        ),
      )
    for (const { subject } of rows) await takeLoginAway(ctx, tx, app, session, { type: 'passkey', subject })
  }
  const change = { type: 'passkeys', passkeys } as const
  const changed = await changeFactors(ctx, { ...asked, signed, change, left: null, also })
  return enrolled(ctx, session, changed)
}

/**
 * Takes a passkey that is a second factor from factors and logins at once.
 * @throws those of `changeFactors` and `takeLoginAway`
 */
export async function unlinkFactor(
  ctx: Context,
  credentialId: string,
  asked: Asked & Pick<FactorChange, 'signed'>,
): Promise<void> {
  const { app, session } = asked
  await changeFactors(ctx, {
    ...asked,
    target: stepUpTarget('passkey', credentialId),
    change: { type: 'passkey-gone' },
    left: null,
    also: tx => takeLoginAway(ctx, tx, app, session, { type: 'passkey', subject: credentialId }),
  })
}
