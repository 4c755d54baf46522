import {
  deleteUserRequest,
  type deleteUserResponse,
  type deletionRefused,
  editMetadataRequest,
  listAuditQuery,
  listUsersQuery,
  revokeSessionsRequest,
  type revokeSessionsResponse,
  type userSessionsResponse,
} from '@vitrine/shared/api/users.ts'
import type { Context as RequestContext } from 'hono'
import { type $ZodType, type output, safeParse } from 'zod/v4/core'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { describeIssue } from '../http/body.ts'
import { callerOf } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import type { Asked } from './asked.ts'
import { deleteUser } from './delete-user.ts'
import { editMetadata } from './edit-metadata.ts'
import { exportUser } from './export-user.ts'
import { WalletsNotNamed } from './held-keys.ts'
import { limitApp } from './limits.ts'
import { listAudit } from './list-audit.ts'
import { listUsers } from './list-users.ts'
import { showUser } from './managed-user.ts'
import { listUserSessions, readSession, revokeUserSessions } from './user-sessions.ts'

/** Called by a site's backend, which has no Origin; the app secret takes its place, and is not proven yet when its calls are counted. */
const CALL = { origin: 'none', limit: { scope: 'users-api-network', calls: 12_000 }, app: 'secret' } as const

/** `/api/v1/users`, `/sessions/:session_id/active` and `/audit_events` (`shared/api/users.ts`). */
export const usersApiRoutes = (ctx: Context): readonly Route[] => {
  /** Counts the call, and says who asks. */
  const enter = async (
    c: RequestContext,
    app: App,
    what: Parameters<typeof limitApp>[2] = 'read',
  ): Promise<Asked> => {
    await limitApp(ctx, app.id, what)
    return { appId: app.id, by: { actor: 'backend', thumbprint: null, caller: callerOf(ctx.settings, c) } }
  }

  return [
    route('GET /users', CALL, async ({ c, app }) => {
      const asked = await enter(c, app)
      const { cursor, limit, ...searched } = readQuery(c, listUsersQuery)
      return c.json(await listUsers(ctx, asked, searched, { cursor, limit: number(limit) }))
    }),

    route('GET /users/:user_id', CALL, async ({ c, app }) =>
      c.json(await showUser(ctx, await enter(c, app), c.req.param('user_id'))),
    ),

    route(
      'PATCH /users/:user_id/custom_metadata',
      { ...CALL, body: editMetadataRequest },
      async ({ c, app, body }) => {
        const asked = await enter(c, app, 'edit')
        return c.json(await editMetadata(ctx, asked, c.req.param('user_id'), body.custom_metadata))
      },
    ),

    route('GET /users/:user_id/sessions', CALL, async ({ c, app }) => {
      const listed = await listUserSessions(ctx, await enter(c, app), c.req.param('user_id'))
      return c.json({ sessions: [...listed] } satisfies output<typeof userSessionsResponse>)
    }),

    route(
      'POST /users/:user_id/sessions/revoke',
      { ...CALL, body: revokeSessionsRequest },
      async ({ c, app, body }) => {
        const asked = await enter(c, app, 'edit')
        const revoked = await revokeUserSessions(ctx, asked, c.req.param('user_id'), body.session_id)
        return c.json({ revoked } satisfies output<typeof revokeSessionsResponse>)
      },
    ),

    route('GET /sessions/:session_id/active', CALL, async ({ c, app }) =>
      c.json(await readSession(ctx, await enter(c, app), c.req.param('session_id'))),
    ),

    route('DELETE /users/:user_id', { ...CALL, body: deleteUserRequest }, async ({ c, app, body }) => {
      const userId = c.req.param('user_id')
      const asked = await enter(c, app, 'delete')
      try {
        await deleteUser(ctx, asked, userId, body.wallets)
      } catch (error) {
        if (error instanceof WalletsNotNamed) return c.json(refusalOf(error), 409)
        throw error
      }
      deliverSoon(ctx)
      return c.json({ deleted: true, user_id: userId } satisfies output<typeof deleteUserResponse>)
    }),

    route('GET /users/:user_id/export', CALL, async ({ c, app }) =>
      c.json(await exportUser(ctx, await enter(c, app, 'export'), c.req.param('user_id'))),
    ),

    route('GET /audit_events', CALL, async ({ c, app }) => {
      const asked = await enter(c, app)
      const { cursor, limit, since, type, user_id: userId } = readQuery(c, listAuditQuery)
      const filter = { userId, type, since: number(since) }
      return c.json(await listAudit(ctx, asked, filter, { cursor, limit: number(limit) }))
    }),
  ]
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** @throws `invalid_data` (400): what is misspelt would else ask for everybody */
function readQuery<Query>(c: RequestContext, schema: $ZodType<Query>): Query {
  const result = safeParse(schema, c.req.query())
  if (result.success) return result.data
  throw apiError('invalid_data', describeIssue(result.error.issues[0]))
}

/** The addresses go to who has the app's secret: no page is told data with this code. */
const refusalOf = ({ message, wallets }: WalletsNotNamed): output<typeof deletionRefused> => ({
  error: message,
  code: 'resource_conflict',
  data: { wallets: [...wallets] },
})
