import type { ConfirmedOperation } from '@vitrine/shared/api/console/confirm.ts'
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
import type { output } from 'zod/v4/core'
import { deliverSoon } from '../account-changes/deliver-notices.ts'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { readQuery } from '../http/body.ts'
import { type CalledBy, type Route, route } from '../http/route.ts'
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
/** What operators read and change in the console too. */
const VIEW = { ...CALL, operator: { role: 'viewer' } } as const
const CHANGE = { ...CALL, operator: { role: 'manager' } } as const
/** What cannot be taken back, or takes much out: they confirm it by their passkey, for this user. */
const confirmed = (operation: ConfirmedOperation) =>
  ({ ...CALL, operator: { role: 'manager', confirm: { operation, target: 'user_id' } } }) as const

/** `/api/v1/users`, `/sessions/:session_id/active` and `/audit_events` (`shared/api/users.ts`). */
export const usersApiRoutes = (ctx: Context): readonly Route[] => {
  /** Counts the call, and says who asks. */
  const enter = async (
    { app, by }: { readonly app: App; readonly by: CalledBy },
    what: Parameters<typeof limitApp>[2] = 'read',
  ): Promise<Asked> => {
    await limitApp(ctx, app.id, what)
    return { appId: app.id, by }
  }

  return [
    route('GET /users', VIEW, async ({ c, ...call }) => {
      const asked = await enter(call)
      const { cursor, limit, ...searched } = readQuery(c, listUsersQuery)
      return c.json(await listUsers(ctx, asked, searched, { cursor, limit: number(limit) }))
    }),

    route('GET /users/:user_id', VIEW, async ({ c, ...call }) =>
      c.json(await showUser(ctx, await enter(call), c.req.param('user_id'))),
    ),

    route(
      'PATCH /users/:user_id/custom_metadata',
      { ...CHANGE, body: editMetadataRequest },
      async ({ c, body, ...call }) => {
        const asked = await enter(call, 'edit')
        return c.json(await editMetadata(ctx, asked, c.req.param('user_id'), body.custom_metadata))
      },
    ),

    route('GET /users/:user_id/sessions', VIEW, async ({ c, ...call }) => {
      const listed = await listUserSessions(ctx, await enter(call), c.req.param('user_id'))
      return c.json({ sessions: [...listed] } satisfies output<typeof userSessionsResponse>)
    }),

    route(
      'POST /users/:user_id/sessions/revoke',
      { ...CHANGE, body: revokeSessionsRequest },
      async ({ c, body, ...call }) => {
        const asked = await enter(call, 'edit')
        const revoked = await revokeUserSessions(ctx, asked, c.req.param('user_id'), body.session_id)
        return c.json({ revoked } satisfies output<typeof revokeSessionsResponse>)
      },
    ),

    route('GET /sessions/:session_id/active', CALL, async ({ c, ...call }) =>
      c.json(await readSession(ctx, await enter(call), c.req.param('session_id'))),
    ),

    route(
      'DELETE /users/:user_id',
      { ...confirmed('user.delete'), body: deleteUserRequest },
      async ({ c, body, ...call }) => {
        const userId = c.req.param('user_id')
        const asked = await enter(call, 'delete')
        try {
          await deleteUser(ctx, asked, userId, body.wallets)
        } catch (error) {
          if (error instanceof WalletsNotNamed) return c.json(refusalOf(error), 409)
          throw error
        }
        deliverSoon(ctx)
        return c.json({ deleted: true, user_id: userId } satisfies output<typeof deleteUserResponse>)
      },
    ),

    route('GET /users/:user_id/export', confirmed('user.export'), async ({ c, ...call }) =>
      c.json(await exportUser(ctx, await enter(call, 'export'), c.req.param('user_id'))),
    ),

    route('GET /audit_events', VIEW, async ({ c, ...call }) => {
      const asked = await enter(call)
      const { cursor, limit, since, type, user_id: userId } = readQuery(c, listAuditQuery)
      const filter = { userId, type, since: number(since) }
      return c.json(await listAudit(ctx, asked, filter, { cursor, limit: number(limit) }))
    }),
  ]
}

const number = (text: string | undefined) => (text === undefined ? undefined : Number(text))

/** The addresses go to who has the app's secret: no page is told data with this code. */
export const refusalOf = ({ message, wallets }: WalletsNotNamed): output<typeof deletionRefused> => ({
  error: message,
  code: 'resource_conflict',
  data: { wallets: [...wallets] },
})
