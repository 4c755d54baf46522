import {
  createLoginCodeRequest,
  type createLoginCodeResponse,
  logoutRequest,
  redeemLoginCodeRequest,
  type redeemLoginCodeResponse,
  refreshRequest,
} from '@vitrine/shared/api/session-calls.ts'
import { endSessionRequest, type sessionsResponse } from '@vitrine/shared/api/sessions-list.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { callerOf } from '../http/caller.ts'
import { requireProof } from '../http/dpop.ts'
import { requireNotResumed } from '../http/require-unheld.ts'
import { type Route, route } from '../http/route.ts'
import { languageOf } from '../words/language.ts'
import { createLoginCode, redeemLoginCode, requireAudience } from './backend-login-code.ts'
import { hostKeyRoutes } from './host-key-routes.ts'
import { endOwnSession, listSessions } from './list.ts'
import { logOutByRefreshToken } from './logout.ts'
import { refreshSession } from './refresh.ts'
import { revokeAllSessions, revokeSession } from './revoke.ts'

/** Each session refreshes more often than it logs in. */
const FRAME_CALL = { origin: 'own', limit: { scope: 'session-network', perLogin: 10 } } as const
/** The app that a backend names is not proven yet when its calls are counted. */
const BACKEND_CALL = {
  origin: 'none',
  limit: { scope: 'login-code-redeem', calls: 6_000 },
  app: 'secret',
} as const

type Logout = output<typeof logoutRequest>
const hasNoRefreshToken = (body: Logout) => body.refresh_token === undefined

/** `/api/v1/sessions` (contract §2.1). */
export const sessionRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /',
    { ...FRAME_CALL, body: refreshRequest, proof: 'for-refresh' },
    async ({ c, app, body, proof }) => {
      const caller = callerOf(ctx.settings, c)
      return c.json(await refreshSession(ctx, app.id, body.refresh_token, proof, caller))
    },
  ),

  // Whether a refresh token needs a proof depends on the token, see `logOutByRefreshToken`. An access token alone, which the
  // site's backends see (`vitrine.fetch`), puts nobody out.
  route(
    'POST /logout',
    {
      ...FRAME_CALL,
      body: logoutRequest,
      session: hasNoRefreshToken,
      resumed: true,
      proof: hasNoRefreshToken,
    },
    async ({ c, app, body: { refresh_token: refreshToken, all_devices: allDevices = false }, session }) => {
      if (refreshToken !== undefined) {
        const prove = () => requireProof(ctx, c, 'session-of-refresh-token')
        await logOutByRefreshToken(ctx, app.id, refreshToken, allDevices, callerOf(ctx.settings, c), prove)
      }
      if (session && allDevices) requireNotResumed(session)
      if (session && allDevices) await revokeAllSessions(ctx, session.userId, session)
      else if (session) await revokeSession(ctx, session.id, { by: session, why: 'self' })
      return c.json({})
    },
  ),

  route(
    'GET /list',
    {
      origin: 'own-read',
      limit: { scope: 'session-list-network', perLogin: 4 },
      session: true,
      proof: 'read',
      userLimit: { scope: 'session-list-user', calls: 120 },
    },
    async ({ c, session }) => {
      const listed = await listSessions(ctx, session, languageOf(c.req.header('accept-language')))
      return c.json({ sessions: listed } satisfies output<typeof sessionsResponse>)
    },
  ),
  // A device that is held ends no session of who holds it.
  route(
    'POST /end',
    {
      origin: 'own',
      limit: { scope: 'session-end-network', perLogin: 4 },
      body: endSessionRequest,
      session: true,
      proof: 'spent',
      unheld: true,
      userLimit: { scope: 'session-end-user', calls: 120 },
    },
    async ({ c, session, body }) => {
      await endOwnSession(ctx, session, body.session_id)
      const left = await listSessions(ctx, session, languageOf(c.req.header('accept-language')))
      return c.json({ sessions: left } satisfies output<typeof sessionsResponse>)
    },
  ),

  route(
    'POST /login_code/create',
    {
      ...FRAME_CALL,
      body: createLoginCodeRequest,
      rule: requireAudience,
      session: true,
      resumed: true,
      proof: 'spent',
      terms: true,
    },
    async ({ c, session, body }) => {
      const answer = await createLoginCode(ctx, session, body.audience)
      return c.json(answer satisfies output<typeof createLoginCodeResponse>)
    },
  ),

  ...hostKeyRoutes(ctx),

  // Called by the site's backend, which has no Origin; the app secret takes its place.
  route('POST /login_code', { ...BACKEND_CALL, body: redeemLoginCodeRequest }, async ({ c, app, body }) => {
    const answer = await redeemLoginCode(ctx, app, body.code, body.audience)
    return c.json(answer satisfies output<typeof redeemLoginCodeResponse>)
  }),
]
