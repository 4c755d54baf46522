import {
  deleteAccountRequest,
  type deleteAccountResponse,
  exportOwnDataRequest,
  type exportOwnDataResponse,
} from '@vitrine/shared/api/own-data.ts'
import { DATA_TARGET, DELETE_TARGET } from '@vitrine/shared/api/step-up.ts'
import type { output } from 'zod/v4/core'
import type { Context } from '../context.ts'
import { type Route, route } from '../http/route.ts'
import { deleteOwnAccount } from './delete-account.ts'
import { exportOwnData } from './export-data.ts'

/** Asked for a few times in a person's life. No terms: who does not accept them may leave, with what is theirs. */
const CALL = {
  origin: 'own',
  limit: { scope: 'own-data-network', perLogin: 1 },
  session: true,
  proof: 'spent',
  unheld: true,
  userLimit: { scope: 'own-data-user', calls: 12 },
} as const

/** `/api/v1/users/me`: what a person has stored here, and that it ends. */
export const ownDataRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /export',
    { ...CALL, body: exportOwnDataRequest, stepUp: { purpose: 'data', target: () => DATA_TARGET } },
    async ({ c, app, session, stepUp }) =>
      c.json(
        (await exportOwnData(ctx, { app, session, stepUp })) satisfies output<typeof exportOwnDataResponse>,
      ),
  ),

  route(
    'POST /delete',
    { ...CALL, body: deleteAccountRequest, stepUp: { purpose: 'delete', target: () => DELETE_TARGET } },
    async ({ c, session, body, stepUp }) => {
      await deleteOwnAccount(ctx, { session, stepUp }, body.wallets)
      return c.json({ deleted: true } satisfies output<typeof deleteAccountResponse>)
    },
  ),
]
