import { randomUUID } from 'node:crypto'
import { ACCOUNT_TYPES, isGuestAccount, type LinkedAccountType } from '@vitrine/shared/account/login-facts.ts'
import { addedTarget } from '@vitrine/shared/api/step-up.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { addedHold } from '../account-changes/hold.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import { redacted } from '../audit/redact.ts'
import type { Context } from '../context.ts'
import { accounts } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { requireNotDenied } from '../entry/allowlist.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireWireUser } from '../users/wire-user.ts'
import { findAccount, linkedToAnotherUser, noRoomForWallet } from './identity.ts'
import { offerTransfer } from './offer-transfer.ts'
import { consume, type ProofOfIdentity } from './proof-of-identity.ts'
import { proveForUser } from './prove-for-user.ts'
import { requireOwnKind } from './test-proof.ts'

const GUEST_TYPES = ACCOUNT_TYPES.filter(isGuestAccount)

/** A guest is made by a login and never linked. */
type Linked = ProofOfIdentity & { readonly identity: { readonly type: LinkedAccountType } }

/**
 * Gives the user of the session a further way to log in. What the identity belongs to is told only after the proof, that
 * is, to its owner. A guest who links becomes a user like any other: id and wallets stay, and the credential that the
 * browser keeps no longer logs in. Linking what is linked already succeeds. What is new is held for a while, and every
 * address of the user is told.
 *
 * What is another user's is not taken from them: the person is asked whether both accounts become one.
 * @throws what `proof` makes of a bad one | `step_up_required` (403) | `linked_to_another_user` | `cannot_link_more_of_type` (409) |
 * `account_transfer_required` (409), with what `transferAccount` takes | `allowlist_rejected` (403)
 */
export async function linkAccount(
  ctx: Context,
  app: App,
  session: ActiveSession,
  proof: Linked,
  stepUp: StepUp,
): Promise<WireUser> {
  const known = await findAccount(ctx, app.id, proof.identity)
  const others = known?.userId === session.userId ? null : known
  const { identity, facts, accountSeal, userId, transfer } = await proveForUser(ctx, session, proof, others)
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const heldUntil = sql`${addedHold(ctx, app)?.toISOString() ?? null}::timestamptz`
  const details = JSON.stringify({ ...proof.details, ...facts })
  const room = identity.type === 'wallet' ? app.config.max_linked_wallets_per_user : null
  // Of two calls at once with one step-up the one that finds it gone leaves the code to the other.
  await spendStepUp(ctx, session, stepUp, addedTarget(identity))
  try {
    await requireNotDenied(ctx, app, identity, proof.details.vouchedEmail)
    await requireOwnKind(ctx, proof, userId)
    if (transfer) throw await offerTransfer(ctx, app, session, proof, transfer)
    await ctx.db.transaction(async tx => {
      await lockUser(tx, userId)
      const { rows } = await tx.execute<{
        consumed: number
        linked: number
        isNew: boolean
        isFull: boolean
      }>(sql`
      with consumed as (
        ${proof.consumption.statement}
      ), own as (
        select count(*) filter (where subject <> ${identity.subject}) as others from accounts
        where user_id = ${userId} and type = ${identity.type}
      ), linked as (
        insert into accounts
          (id, app_id, user_id, type, subject, seal, details, first_verified_at, latest_verified_at, held_until)
        select ${randomUUID()}, ${app.id}, ${userId}, ${identity.type}, ${identity.subject}, ${accountSeal},
          ${details}::jsonb, ${now}, ${now}, ${heldUntil}
        from consumed cross join own where ${room}::int is null or own.others < ${room}::int
        on conflict (app_id, type, subject) do update
          set seal = excluded.seal, details = excluded.details, latest_verified_at = excluded.latest_verified_at
          where accounts.user_id = excluded.user_id
        returning user_id, xmax = 0 as is_new
      )
      select (select count(*)::int from consumed) as consumed, (select count(*)::int from linked) as linked,
        (select is_new from linked) as "isNew", (select others >= ${room}::int from own) as "isFull"`)
      const [row] = rows
      if (row?.consumed !== 1) throw proof.used()
      if (row.linked !== 1) throw row.isFull ? noRoomForWallet() : linkedToAnotherUser()
      const guests = await tx
        .delete(accounts)
        .where(and(eq(accounts.userId, userId), inArray(accounts.type, GUEST_TYPES)))
        .returning()
      if (!row.isNew) return
      await recordChange(ctx, tx, app, session, { kind: 'link', added: identity, removed: guests })
      const data = { account: redacted(identity) }
      await recordEvent(tx, ctx.now(), session, session, { type: 'user.linked_account', data })
    })
  } catch (error) {
    if (error instanceof VitrineError || isUniqueViolation(error)) await consume(ctx, proof)
    if (!isUniqueViolation(error)) throw error
    throw apiError(
      'cannot_link_more_of_type',
      'You have such an account already. Remove or change it before you add another one.',
    )
  }
  deliverSoon(ctx)
  return requireWireUser(ctx.db, userId)
}
