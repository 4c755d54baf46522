import { FRESH_LOGIN_MS, PROVABLE_TYPES } from '@vitrine/shared/api/step-up.ts'
import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { accounts } from '../database/schema.ts'
import type { ActiveSession } from './session.ts'

export interface ProvableAccount {
  readonly id: string
  readonly type: string
  readonly subject: string
}

/** The user's ways in that can be proven again; never one that was added a short while ago, perhaps by somebody else. */
export async function provableAccounts(
  ctx: Context,
  { userId }: Pick<ActiveSession, 'userId'>,
): Promise<readonly ProvableAccount[]> {
  return ctx.db
    .select({ id: accounts.id, type: accounts.type, subject: accounts.subject })
    .from(accounts)
    .where(
      and(
        eq(accounts.userId, userId),
        inArray(accounts.type, [...PROVABLE_TYPES]),
        or(isNull(accounts.heldUntil), lte(accounts.heldUntil, new Date(ctx.now()))),
      ),
    )
}

/** Whether the session was opened by a login less than five minutes ago. */
export const isFreshLogin = (ctx: Context, { createdAt }: Pick<ActiveSession, 'createdAt'>): boolean =>
  ctx.now() - createdAt.getTime() < FRESH_LOGIN_MS
