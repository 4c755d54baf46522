import {
  deleteExpectedRequest,
  type deleteExpectedResponse,
  type ExpectedAnswer,
  expectUserRequest,
  importUsersRequest,
  type importUsersResponse,
  type ListedExpected,
  listExpectedQuery,
} from '@vitrine/shared/api/import-users.ts'
import type { Context as RequestContext } from 'hono'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { readQuery, upTo } from '../http/body.ts'
import { callerOf } from '../http/caller.ts'
import { type Route, route } from '../http/route.ts'
import { WalletsNotNamed } from '../users-api/held-keys.ts'
import { refusalOf } from '../users-api/routes.ts'
import { deleteExpected } from './delete-expected.ts'
import { type By, expectUser } from './expect-user.ts'
import { importUsers } from './import-users.ts'
import { listExpected } from './list-expected.ts'
import { readWanted } from './read-request.ts'

/** A hundred users, each with eight logins and as much metadata as is kept. */
const IMPORT_BYTES = 2 * 1024 * 1024

/** Of an app's backend, which has its secret. */
const BACKEND_CALL = {
  origin: 'none',
  limit: { scope: 'expected-users-network', calls: 3_000 },
  app: 'secret',
} as const

/** Of `/users`: people who have not logged in yet (docs/moving-users.md). */
export function expectedUserRoutes(ctx: Context): readonly Route[] {
  const by = (c: RequestContext): By => ({ actor: 'backend', caller: callerOf(ctx.settings, c) })
  return [
    route('POST /', { ...BACKEND_CALL, body: expectUserRequest }, async ({ c, app, body }) => {
      const wanted = readWanted(app, body, ctx.now())
      return c.json((await expectUser(ctx, app, wanted, by(c))) satisfies ExpectedAnswer)
    }),

    route(
      'POST /import',
      { ...BACKEND_CALL, body: upTo(IMPORT_BYTES, importUsersRequest) },
      async ({ c, app, body }) => {
        const results = await importUsers(ctx, app, body.users, by(c))
        return c.json({ results } satisfies output<typeof importUsersResponse>)
      },
    ),

    route('GET /expected', BACKEND_CALL, async ({ c, app }) => {
      const query = readQuery(c, listExpectedQuery)
      return c.json((await listExpected(ctx, app.id, query)) satisfies ListedExpected)
    }),

    route(
      'DELETE /expected/:expected_id',
      { ...BACKEND_CALL, body: deleteExpectedRequest },
      async ({ c, app, body }) => {
        const id = c.req.param('expected_id')
        try {
          await deleteExpected(ctx, app.id, id, body.wallets, by(c))
        } catch (error) {
          if (error instanceof WalletsNotNamed) return c.json(refusalOf(error), 409)
          throw error
        }
        return c.json({ deleted: true, id } satisfies output<typeof deleteExpectedResponse>)
      },
    ),
  ]
}
