import {
  answerRequest,
  type answerResponse,
  oauthAnswer,
  startRequest,
  type startResponse,
  statusRequest,
  type statusResponse,
} from '@vitrine/shared/api/oauth-flow.ts'
import { CLOUD_RECOVERIES } from '@vitrine/shared/api/recovery.ts'
import { readWay } from '@vitrine/shared/login/registry.ts'
import type { output } from 'zod/v4/core'
import type { App } from '../apps/registry.ts'
import type { Context } from '../context.ts'
import { requireMethod } from '../entry/require-method.ts'
import { requireRecovery } from '../entry/require-recovery.ts'
import { type Route, route } from '../http/route.ts'
import { answerFlow, findFlow } from './flow-row.ts'

/**
 * What was begun for a way or a recovery that is turned off meanwhile goes on no more.
 * @throws `disallowed_login_method` | `disallowed_recovery_method` (403)
 */
async function findOpen(ctx: Context, app: App, flowId: string) {
  const flow = await findFlow(ctx, app.id, flowId)
  const cloud = CLOUD_RECOVERIES.find(it => it === flow.provider)
  if (cloud) requireRecovery(app, cloud)
  const way = readWay(flow.provider)
  if (way) requireMethod(app, way.method, way.provider)
  return flow
}

/** `/api/v1/oauth_flows`: what a flow's window and its frame say to each other by way of the server, whichever method's or cloud's it is. */
export const oauthFlowRoutes = (ctx: Context): readonly Route[] => [
  route(
    'POST /start',
    { origin: 'own', limit: { scope: 'oauth-start-network', perLogin: 40 }, body: startRequest },
    async ({ c, app, body }) => {
      const { url, signature, provider, state, redirectTo } = await findOpen(ctx, app, body.flow_id)
      const started = { url, signature, provider, state_code: state, redirect_to: redirectTo }
      return c.json(started satisfies output<typeof startResponse>)
    },
  ),

  route(
    'POST /answer',
    { origin: 'own', limit: { scope: 'oauth-answer-network', perLogin: 4 }, body: answerRequest },
    async ({ c, app, body }) => {
      await answerFlow(ctx, app.id, body.state_code, body.answer)
      return c.json({ success: true } satisfies output<typeof answerResponse>)
    },
  ),

  route(
    'POST /status',
    { origin: 'own', limit: { scope: 'oauth-status-network', perLogin: 200 }, body: statusRequest },
    async ({ c, app, body }) => {
      const { answer } = await findOpen(ctx, app, body.flow_id)
      const status = { answer: answer === null ? null : oauthAnswer.parse(answer) }
      return c.json(status satisfies output<typeof statusResponse>)
    },
  ),
]
