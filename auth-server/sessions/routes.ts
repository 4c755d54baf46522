import {
  createLoginCodeRequest,
  type createLoginCodeResponse,
  logoutRequest,
  redeemLoginCodeRequest,
  type redeemLoginCodeResponse,
  refreshRequest,
} from '@vitrine/shared/api/session.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { createLoginCode, redeemLoginCode } from './backend-login-code.ts'
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
    async ({ c, app, body, proof }) => c.json(await refreshSession(ctx, app.id, body.refresh_token, proof)),
  ),

  // Needs no proof where a refresh token ends its own session, see `logOutByRefreshToken`. A stolen access token alone
  // must not put a person out everywhere.
  route(
    'POST /logout',
    {
      ...FRAME_CALL,
      body: logoutRequest,
      session: hasNoRefreshToken,
      proof: (body: Logout) => hasNoRefreshToken(body) && body.all_devices === true,
    },
    async ({ c, app, body: { refresh_token: refreshToken, all_devices: allDevices = false }, session }) => {
      if (refreshToken !== undefined) await logOutByRefreshToken(ctx, app.id, refreshToken, allDevices)
      else if (session && allDevices) await revokeAllSessions(ctx, session.userId)
      else if (session) await revokeSession(ctx, session.id)
      return c.json({})
    },
  ),

  route(
    'POST /login_code/create',
    { ...FRAME_CALL, body: createLoginCodeRequest, session: true, proof: 'spent', terms: true },
    async ({ c, session, body }) => {
      const answer = await createLoginCode(ctx, session, body.audience)
      return c.json(answer satisfies output<typeof createLoginCodeResponse>)
    },
  ),

  // Called by the site's backend, which has no Origin; the app secret takes its place.
  route('POST /login_code', { ...BACKEND_CALL, body: redeemLoginCodeRequest }, async ({ c, app, body }) => {
    const answer = await redeemLoginCode(ctx, app, body.code, body.audience)
    return c.json(answer satisfies output<typeof redeemLoginCodeResponse>)
  }),
]
