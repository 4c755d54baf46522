import {
  confirmInitRequest,
  type confirmInitResponse,
  confirmRequest,
  type confirmResponse,
} from '@vitrine/shared/api/console/confirm.ts'
import type * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { apiError } from '../errors/api-error.ts'
import { consoleRoute, type Route } from '../http/route.ts'
import { type Confirmed, confirm, subjectOf } from '../operators/confirmation.ts'
import { reaches, rightTo } from '../operators/operators.ts'
import type { ActiveOperator } from '../operators/session.ts'
import type { ChallengeScope } from './challenge.ts'
import { CONSOLE_LIMIT } from './limit.ts'
import { passkeyOptions, verifyPasskey } from './passkey.ts'

type Asked = Pick<z.infer<typeof confirmInitRequest>, 'operation' | 'app_id' | 'target'>

/** The operator's passkey once more, for one thing that cannot be taken back. */
export const confirmRoutes = (ctx: Context): readonly Route[] => [
  consoleRoute(
    'POST /confirm/init',
    { limit: CONSOLE_LIMIT, body: confirmInitRequest, session: true },
    async ({ c, body, operator }) => {
      const scope = await scopeOf(ctx, operator, body)
      return c.json<z.infer<typeof confirmInitResponse>>({
        options: await passkeyOptions(ctx, scope, operator.id),
      })
    },
  ),
  consoleRoute(
    'POST /confirm',
    { limit: CONSOLE_LIMIT, body: confirmRequest, session: true },
    async ({ c, body, operator }) => {
      const scope = await scopeOf(ctx, operator, body)
      const { operatorId } = await verifyPasskey(ctx, scope, body.authenticator_response)
      if (operatorId !== operator.id)
        throw apiError('invalid_credentials', 'This is another operator’s passkey. Use your own.')
      const { confirmation, expiresAt } = await confirm(ctx, operator.session.hash, confirmed(body))
      return c.json<z.infer<typeof confirmResponse>>({ confirmation, expires_at: expiresAt })
    },
  ),
]

const confirmed = ({ operation, app_id: appId, target }: Asked): Confirmed => ({ operation, appId, target })

/** What would be refused anyway nobody is asked to confirm. @throws `not_found` (404) */
async function scopeOf(ctx: Context, { id, session }: ActiveOperator, asked: Asked): Promise<ChallengeScope> {
  if (!reaches(await rightTo(ctx.db, id, asked.app_id), 'manager'))
    throw apiError('not_found', 'There is no app with this id, or you may not do this there.')
  return { purpose: 'confirm', subject: `${session.hash} ${subjectOf(confirmed(asked))}` }
}
