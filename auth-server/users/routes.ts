import type { meResponse } from '@vitrine/shared/api/session-calls.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { users } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { type Route, route } from '../http/route.ts'
import { loadWireUser, requireWireUser } from './wire-user.ts'

const LIMIT = { scope: 'me-network', perLogin: 20 } as const

/** `/api/v1/users` (contract §2.1). */
export const userRoutes = (ctx: Context): readonly Route[] => [
  route(
    'GET /me',
    { origin: 'own-read', limit: LIMIT, session: true, resumed: true, proof: 'read' },
    async ({ c, app, session }) => {
      const user = await loadWireUser(ctx.db, session.userId)
      if (!user) throw apiError('missing_or_invalid_token', 'The session has ended. Log in again.')
      const identityToken = await ctx.tokens.issueIdentityToken(app.id, user)
      return c.json({ user, identity_token: identityToken } satisfies output<typeof meResponse>)
    },
  ),

  route(
    'POST /me/accept_terms',
    { origin: 'own', limit: LIMIT, session: true, proof: 'spent' },
    async ({ c, session }) => c.json(await acceptTerms(ctx, session.userId)),
  ),
]

/** Notes that the user accepted the app's terms; the first time stands. */
async function acceptTerms(ctx: Context, userId: string): Promise<WireUser> {
  await ctx.db
    .update(users)
    .set({ acceptedTermsAt: new Date(ctx.now()) })
    .where(and(eq(users.id, userId), isNull(users.acceptedTermsAt)))
  return requireWireUser(ctx.db, userId)
}
