import { DELETE_TARGET } from '@vitrine/shared/api/step-up.ts'
import { eq } from 'drizzle-orm'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import type { Context } from '../context.ts'
import { pendingImports } from '../database/imported-tables.ts'
import { accounts } from '../database/schema.ts'
import type { ActiveSession } from '../http/session.ts'
import { type StepUp, spendStepUp } from '../http/step-up.ts'
import { requireProvenFactor } from '../mfa/claim/own-factors.ts'
import { deleteUser } from '../users-api/delete-user.ts'
import { waitsFor } from '../users-api/held-keys.ts'

/**
 * Deletes the account of who asks.
 * 1. A second factor of who has one was proven on this device. It is asked for before the proof of a way in is used up: who proves it
 * now need not prove the other again.
 * 2. The proof of a way in is used up, right before the change that it is for.
 * 3. All is deleted, and whom to tell is written down, in one transaction.
 *
 * @param wallets addresses of all that the person was shown. Keys that an operator has waiting for one of their logins nobody could
 * show them: who brought those has them.
 * @throws `missing_or_invalid_mfa` | `step_up_required` (403) | `resource_conflict` (409) when the wallets are others
 */
export async function deleteOwnAccount(
  ctx: Context,
  { session, stepUp }: { readonly session: ActiveSession; readonly stepUp: StepUp },
  wallets: readonly string[],
): Promise<void> {
  const { appId, userId, thumbprint, caller } = session
  // 1.
  await requireProvenFactor(ctx, session)
  // 2.
  await spendStepUp(ctx, session, stepUp, DELETE_TARGET)
  // 3.
  const named = [...wallets, ...(await waitingFor(ctx, session))]
  await deleteUser(ctx, { appId, by: { thumbprint, caller } }, userId, named)
  deliverSoon(ctx)
}

async function waitingFor(ctx: Context, { appId, userId }: ActiveSession): Promise<readonly string[]> {
  const logins = await ctx.db.select().from(accounts).where(eq(accounts.userId, userId))
  if (logins.length === 0) return []
  const { address } = pendingImports
  const waiting = await ctx.db.select({ address }).from(pendingImports).where(waitsFor(appId, logins))
  return waiting.map(row => row.address)
}
