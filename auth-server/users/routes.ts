import type { meResponse } from '@vitrine/shared/api/session.ts'
import type { WireUser } from '@vitrine/shared/api/user.ts'
import { Hono } from 'hono'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { requireApp } from '../http/app-id.ts'
import { readSessionProof, requireProofOfPossession } from '../http/dpop.ts'
import { clientNetwork } from '../http/network.ts'
import { requireOwnOrigin, requireOwnReader } from '../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../http/rate-limit.ts'
import { requireSession } from '../http/session.ts'
import { acceptTerms } from './accept-terms.ts'
import { loadWireUser } from './wire-user.ts'

const CALLS_PER_LOGIN = 20

/** `/api/v1/users` (contract §2.1). */
export function userRoutes(ctx: Context): Hono {
  const routes = new Hono()

  routes.get('/me', async c => {
    requireOwnReader(ctx.settings, c)
    const limit = CALLS_PER_LOGIN * ctx.settings.networkLimit
    await limitRate(ctx, [
      { scope: 'me-network', subject: clientNetwork(ctx.settings, c), limit, windowMs: TEN_MINUTES_MS },
    ])
    const app = await requireApp(ctx, c)
    const session = await requireSession(ctx, c, app.id)
    // Read, and not spent: a read that is sent twice does nothing twice.
    await readSessionProof(ctx, c, session)
    const user = await loadWireUser(ctx.db, session.userId)
    if (!user) throw apiError('missing_or_invalid_token', 'The session has ended. Log in again.')
    const identityToken = await ctx.tokens.issueIdentityToken(app.id, user)
    return c.json({ user, identity_token: identityToken } satisfies output<typeof meResponse>)
  })

  routes.post('/me/accept_terms', async c => {
    requireOwnOrigin(ctx.settings, c)
    const limit = CALLS_PER_LOGIN * ctx.settings.networkLimit
    await limitRate(ctx, [
      { scope: 'me-network', subject: clientNetwork(ctx.settings, c), limit, windowMs: TEN_MINUTES_MS },
    ])
    const app = await requireApp(ctx, c)
    const session = await requireSession(ctx, c, app.id)
    await requireProofOfPossession(ctx, c, session)
    return c.json((await acceptTerms(ctx, session.userId)) satisfies WireUser)
  })

  return routes
}
