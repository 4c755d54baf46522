import { and, eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { accounts } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ProvenIdentity } from '../signer/operations.ts'

/** A way to log in: account type of contract §3 and its normalised subject. Unique within an app. */
export type Identity = ProvenIdentity
export type AccountType = Identity['type']

/** Whom an identity belongs to, with the signer's word for it. */
export interface KnownAccount {
  readonly userId: string
  readonly seal: string
}

export async function findAccount(
  ctx: Context,
  appId: string,
  { type, subject }: Identity,
): Promise<KnownAccount | null> {
  const [account] = await ctx.db
    .select({ userId: accounts.userId, seal: accounts.seal })
    .from(accounts)
    .where(and(eq(accounts.appId, appId), eq(accounts.type, type), eq(accounts.subject, subject)))
  return account ?? null
}

/** `max_linked_wallets_per_user`. */
export const noRoomForWallet = () =>
  apiError(
    'cannot_link_more_of_type',
    'You have as many wallets as this site lets you add. Remove one before you add another.',
  )

export const linkedToAnotherUser = () =>
  apiError('linked_to_another_user', 'This already belongs to another account here. Log in with it instead.')
