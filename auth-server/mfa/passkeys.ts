import type { unlinkRequest } from '@vitrine/shared/api/login/passkey.ts'
import type { enrollResponse, passkeyEnrollmentRequest } from '@vitrine/shared/api/mfa.ts'
import { stepUpTarget } from '@vitrine/shared/api/step-up.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import type { Transaction } from '../database/connect.ts'
import { accounts } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { MaybeSigned, SignedRequest } from '../http/signed-request.ts'
import { notFromHere } from '../identity/device-signature.ts'
import { takeLoginAway, unlinkAccount } from '../identity/unlink-account.ts'
import { requireWireUser } from '../users/wire-user.ts'
import { changeFactors, enrolled, type FactorChange } from './change.ts'
import { requireProvenFactor } from './claim/own-factors.ts'
import { readFactors } from './claim/store-factors.ts'

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
 * Takes a passkey from the user's logins. One that is a second factor takes a proof of a factor besides, for with a session alone
 * nobody takes away what confirms its operations; it stays a factor unless `remove_as_mfa` says otherwise, which the device signs.
 * @throws those of `unlinkAccount` and `changeFactors` | `expired_or_invalid_authorization` (403)
 */
export async function unlinkPasskey(
  ctx: Context,
  { app, session, stepUp, request, signed }: Asked & MaybeSigned<output<typeof unlinkRequest>>,
): Promise<WireUser> {
  const { credential_id: id, remove_as_mfa: removes = false } = request
  const identity = { type: 'passkey', subject: id } as const
  const list = (await readFactors(ctx.db, session.userId))?.list ?? []
  if (!list.some(factor => factor.type === 'passkey' && factor.id === id))
    return unlinkAccount(ctx, app, session, identity, stepUp)
  await requireProvenFactor(ctx, session)
  if (!removes) return unlinkAccount(ctx, app, session, identity, stepUp)
  if (!signed) throw notFromHere('authorization')
  await changeFactors(ctx, {
    ...{ app, session, signed, stepUp },
    target: stepUpTarget('passkey', id),
    change: { type: 'passkey-gone' },
    left: null,
    also: tx => takeLoginAway(ctx, tx, app, session, identity),
  })
  return requireWireUser(ctx.db, session.userId)
}
