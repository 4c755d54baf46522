import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { users } from '../database/schema.ts'
import { requireWireUser } from './wire-user.ts'

/** Notes that the user accepted the app's terms; the first time stands. */
export async function acceptTerms(ctx: Context, userId: string): Promise<WireUser> {
  await ctx.db
    .update(users)
    .set({ acceptedTermsAt: new Date(ctx.now()) })
    .where(and(eq(users.id, userId), isNull(users.acceptedTermsAt)))
  return requireWireUser(ctx.db, userId)
}
