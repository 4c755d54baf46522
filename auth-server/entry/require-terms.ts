import { eq } from 'drizzle-orm'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import type { ActiveSession } from '../http/session.ts'

/**
 * Where the operator requires that terms are accepted, a user who has not does nothing but that: the frame asks, and a
 * page or a client of its own that goes around the frame gets no further.
 * @throws `policy_violation` (403)
 */
export async function requireTerms(ctx: Context, app: App, { userId }: ActiveSession): Promise<void> {
  if (!app.config.require_users_accept_terms) return
  const [user] = await ctx.db
    .select({ acceptedAt: users.acceptedTermsAt })
    .from(users)
    .where(eq(users.id, userId))
  if (user?.acceptedAt) return
  throw apiError('policy_violation', 'Accept the terms of this site first: log in again to read them.')
}
