import { addedTarget } from '@vitrine/shared/api/step-up.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import { and, eq, sql } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import { addedHold } from '../account-changes/hold.ts'
import { recordChange } from '../account-changes/record-change.ts'
import type { App } from '../apps/registry.ts'
import { recordEvent } from '../audit/record-event.ts'
import { redacted } from '../audit/redact.ts'
import type { Context } from '../context.ts'
import { accounts } from '../database/schema.ts'
import { isUniqueViolation } from '../database/violations.ts'
import { requireEntryAfter } from '../entry/allowlist.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { lockUser } from '../users/lock-user.ts'
import { requireWireUser } from '../users/wire-user.ts'
import { findAccount, linkedToAnotherUser } from './identity.ts'
import { consume, type ProofOfIdentity } from './proof-of-identity.ts'
import { proveForUser } from './prove-for-user.ts'
import { requireOwnKind } from './test-proof.ts'

/**
 * Demands that the account is the user's own. Asked before a try is taken from the code of the new address.
 * @throws `linked_account_not_found` (404)
 */
export async function requireOwnAccount(
  ctx: Context,
  session: ActiveSession,
  identity: ProofOfIdentity['identity'],
): Promise<void> {
  const account = await findAccount(ctx, session.appId, identity)
  if (account?.userId !== session.userId) throw accountNotFound()
}

/**
 * Replaces an address by another one that was proven, in one statement: the user is never without one, and the former
 * address logs in to nothing from then on. The new one is held for a while, and both are told, with all others.
 * @param proof of the new identity, of the same type.
 * @throws what `proof` makes of a bad one | `linked_to_another_user` (409) | `allowlist_rejected` (403) |
 * `failed_to_update_account` (422) when the former address was removed meanwhile
 */
export async function updateAccount(
  ctx: Context,
  app: App,
  session: ActiveSession,
  formerSubject: string,
  proof: ProofOfIdentity,
  stepUp: StepUp,
): Promise<WireUser> {
  const { identity, accountSeal, userId } = await proveForUser(ctx, session, proof)
  const now = sql`${new Date(ctx.now()).toISOString()}::timestamptz`
  const hold = formerSubject === identity.subject ? null : addedHold(ctx, app)
  const heldUntil = hold === null ? sql`held_until` : sql`${hold.toISOString()}::timestamptz`
  // Of two calls at once with one step-up the one that finds it gone leaves the code to the other.
  await spendStepUp(ctx, session, stepUp, addedTarget(identity))
  try {
    const removed = { type: identity.type, subject: formerSubject }
    await requireEntryAfter(ctx.db, app, userId, { removed, added: identity })
    await requireOwnKind(ctx, proof, userId)
    await ctx.db.transaction(async tx => {
      await lockUser(tx, userId)
      const [former] = await tx
        .select()
        .from(accounts)
        .where(
          and(
            eq(accounts.userId, userId),
            eq(accounts.type, identity.type),
            eq(accounts.subject, formerSubject),
          ),
        )
      const { rows } = await tx.execute<{ consumed: number; changed: number }>(sql`
      with consumed as (
        ${proof.consumption.statement}
      ), changed as (
        update accounts set subject = ${identity.subject}, seal = ${accountSeal}, held_until = ${heldUntil},
          details = ${JSON.stringify(proof.details)}::jsonb, first_verified_at = ${now}, latest_verified_at = ${now}
        from consumed
        where app_id = ${app.id} and user_id = ${userId} and type = ${identity.type}
          and subject = ${formerSubject}
        returning user_id
      )
      select (select count(*)::int from consumed) as consumed, (select count(*)::int from changed) as changed`)
      const [row] = rows
      if (row?.consumed !== 1) throw proof.used()
      if (row.changed !== 1 || !former) {
        throw apiError(
          'failed_to_update_account',
          'Your account was changed meanwhile. Look at it and try again.',
        )
      }
      if (formerSubject === identity.subject) return
      const change = { kind: 'update', added: identity, removed: [former] } as const
      await recordChange(ctx, tx, app, session, change)
      const data = { account: redacted(identity), replaced: redacted(former) }
      await recordEvent(tx, ctx.now(), session, session, { type: 'user.updated_account', data })
    })
  } catch (error) {
    if (error instanceof VitrineError || isUniqueViolation(error)) await consume(ctx, proof)
    throw isUniqueViolation(error) ? linkedToAnotherUser() : error
  }
  deliverSoon(ctx)
  return requireWireUser(ctx.db, userId)
}

export const accountNotFound = () =>
  apiError('linked_account_not_found', 'Your account has no such login. Reload to see what it has.')
