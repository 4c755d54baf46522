import {
  createLoginCodeRequest,
  type createLoginCodeResponse,
  logoutRequest,
  redeemLoginCodeRequest,
  type redeemLoginCodeResponse,
  refreshRequest,
} from '@vitrine/shared/api/session.ts'
import type { Context as RequestContext } from 'hono'
import { Hono } from 'hono'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { requireTerms } from '../entry/require-terms.ts'
import { requireApp } from '../http/app-id.ts'
import { requireAppSecret } from '../http/app-secret.ts'
import { readBody } from '../http/body.ts'
import { invalidProof, readDpopProof, requireProofOfPossession } from '../http/dpop.ts'
import { clientNetwork } from '../http/network.ts'
import { requireOwnOrigin } from '../http/origin.ts'
import { limitRate, TEN_MINUTES_MS } from '../http/rate-limit.ts'
import { requireSession } from '../http/session.ts'
import { createLoginCode, redeemLoginCode } from './login-code.ts'
import { logOutByRefreshToken } from './logout.ts'
import { refreshSession, sessionEnded } from './refresh.ts'
import { revokeAllSessions, revokeSession } from './revoke.ts'

/** Many users share a network, and each session refreshes more often than it logs in. */
const CALLS_PER_LOGIN = 10
/** Redemptions that backends of one network may make in ten minutes. The app that a caller names is not proven yet. */
const REDEMPTION_LIMIT = 6_000

/** `/api/v1/sessions` (contract §2.1). */
export function sessionRoutes(ctx: Context): Hono {
  const routes = new Hono()

  routes.post('/', async c => {
    requireOwnOrigin(ctx.settings, c)
    await limitNetwork(ctx, c)
    const app = await requireApp(ctx, c)
    const { refresh_token: refreshToken } = await readBody(c, refreshRequest)
    if (refreshToken === undefined) throw sessionEnded()
    const proof = await readDpopProof(ctx, c)
    if (!proof) throw invalidProof()
    return c.json(await refreshSession(ctx, app.id, refreshToken, proof))
  })

  routes.post('/logout', async c => {
    requireOwnOrigin(ctx.settings, c)
    await limitNetwork(ctx, c)
    const app = await requireApp(ctx, c)
    const { refresh_token: refreshToken, all_devices: allDevices = false } = await readBody(c, logoutRequest)
    if (refreshToken !== undefined) {
      await logOutByRefreshToken(ctx, app.id, refreshToken, allDevices)
      return c.json({})
    }
    const session = await requireSession(ctx, c, app.id)
    if (!allDevices) await revokeSession(ctx, session.id)
    else {
      // A stolen access token alone must not put a person out everywhere.
      await requireProofOfPossession(ctx, c, session)
      await revokeAllSessions(ctx, session.userId)
    }
    return c.json({})
  })

  routes.post('/login_code/create', async c => {
    requireOwnOrigin(ctx.settings, c)
    await limitNetwork(ctx, c)
    const app = await requireApp(ctx, c)
    const { audience } = await readBody(c, createLoginCodeRequest)
    const session = await requireSession(ctx, c, app.id)
    await requireProofOfPossession(ctx, c, session)
    await requireTerms(ctx, app, session)
    const answer = await createLoginCode(ctx, session, audience)
    return c.json(answer satisfies output<typeof createLoginCodeResponse>)
  })

  // Called by the site's backend, which has no Origin; the app secret takes its place.
  routes.post('/login_code', async c => {
    const subject = clientNetwork(ctx.settings, c)
    await limitRate(ctx, [
      { scope: 'login-code-redeem', subject, limit: REDEMPTION_LIMIT, windowMs: TEN_MINUTES_MS },
    ])
    const { code, audience } = await readBody(c, redeemLoginCodeRequest)
    const app = await requireAppSecret(ctx, c)
    const answer = await redeemLoginCode(ctx, app, code, audience)
    return c.json(answer satisfies output<typeof redeemLoginCodeResponse>)
  })

  return routes
}

function limitNetwork(ctx: Context, c: RequestContext): Promise<void> {
  const limit = CALLS_PER_LOGIN * ctx.settings.networkLimit
  return limitRate(ctx, [
    { scope: 'session-network', subject: clientNetwork(ctx.settings, c), limit, windowMs: TEN_MINUTES_MS },
  ])
}
