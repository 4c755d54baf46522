import { hostKeyRequest, type registerHostKeyResponse } from '@vitrine/shared/api/host-key.ts'
import type { AuthenticatedUser } from '@vitrine/shared/api/session.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { registerHostKey, requireSiteOfApp, resumeSession } from './host-key.ts'

/** A page resumes at each reload. */
const CALL = {
  origin: 'own',
  body: hostKeyRequest,
  rule: requireSiteOfApp,
  proof: 'spent',
} as const

/** `/api/v1/sessions`: the page's key, by which a session is brought back where the frame's storage is blocked. */
export const hostKeyRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /host_key',
    {
      ...CALL,
      limit: { scope: 'host-key-network', perLogin: 4 },
      session: true,
      userLimit: { scope: 'host-key-user', calls: 60 },
    },
    async ({ c, app, body, session, proof }) => {
      await registerHostKey(ctx, app, session, body, proof)
      return c.json({} satisfies output<typeof registerHostKeyResponse>)
    },
  ),

  route(
    'POST /resume',
    { ...CALL, limit: { scope: 'session-resume-network', perLogin: 10 } },
    async ({ c, app, body, proof }) =>
      c.json((await resumeSession(ctx, app, body, proof)) satisfies AuthenticatedUser),
  ),
]
