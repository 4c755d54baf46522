import { createHash } from 'node:crypto'
import type { OauthAnswer } from '@vitrine/shared/api/oauth-flow.ts'
import type { InferSelectModel } from 'drizzle-orm'
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { oauthFlows } from '../database/oauth-tables.ts'
import { apiError } from '../errors/api-error.ts'

export type FlowRow = InferSelectModel<typeof oauthFlows>

const hashOf = (flowId: string) => createHash('sha256').update(flowId).digest('hex')

const isOpen = (ctx: Context, appId: string, ...more: (SQL | undefined)[]) =>
  and(eq(oauthFlows.appId, appId), gt(oauthFlows.expiresAt, new Date(ctx.now())), ...more)

/** @throws `resource_conflict` (409) for an id or a state that there is */
export async function insertFlow(
  ctx: Context,
  { flowId, ...flow }: Omit<FlowRow, 'flowHash' | 'answer'> & { readonly flowId: string },
): Promise<void> {
  const made = await ctx.db
    .insert(oauthFlows)
    .values({ ...flow, flowHash: hashOf(flowId) })
    .onConflictDoNothing()
    .returning({ flowHash: oauthFlows.flowHash })
  if (!made[0]) throw apiError('resource_conflict', 'This login was begun already. Start it again.')
}

/** @throws `not_found` (404), also until the frame has begun it */
export async function findFlow(ctx: Context, appId: string, flowId: string): Promise<FlowRow> {
  const [flow] = await ctx.db
    .select()
    .from(oauthFlows)
    .where(isOpen(ctx, appId, eq(oauthFlows.flowHash, hashOf(flowId))))
  if (!flow) throw gone()
  return flow
}

/**
 * Leaves what a window came back with: once. Of a flow that takes the whole page nothing is left here, where it could be
 * fetched by who sent somebody the address.
 * @throws `not_found` (404)
 */
export async function answerFlow(
  ctx: Context,
  appId: string,
  state: string,
  answer: OauthAnswer,
): Promise<void> {
  const waits = isOpen(
    ctx,
    appId,
    eq(oauthFlows.state, state),
    isNull(oauthFlows.redirectTo),
    isNull(oauthFlows.answer),
  )
  const [answered] = await ctx.db
    .update(oauthFlows)
    .set({ answer })
    .where(waits)
    .returning({ state: oauthFlows.state })
  if (!answered) throw gone()
}

/**
 * Uses a flow up, for the device and user that began it, before anything of it is verified: of two uses at once one has it,
 * and nobody else's state takes it from them.
 * @throws `oauth_state_mismatch` (400)
 */
export async function takeFlow(
  ctx: Context,
  flow: Pick<FlowRow, 'appId' | 'state' | 'provider' | 'device' | 'purpose' | 'userId'>,
): Promise<FlowRow> {
  const { userId } = flow
  const theirs = isOpen(
    ctx,
    flow.appId,
    eq(oauthFlows.state, flow.state),
    eq(oauthFlows.provider, flow.provider),
    eq(oauthFlows.device, flow.device),
    eq(oauthFlows.purpose, flow.purpose),
    userId === null ? isNull(oauthFlows.userId) : eq(oauthFlows.userId, userId),
  )
  const [taken] = await ctx.db.delete(oauthFlows).where(theirs).returning()
  if (taken) return taken
  throw apiError(
    'oauth_state_mismatch',
    'This login is over, was used already, or was begun on another device. Start it again.',
  )
}

const gone = () => apiError('not_found', 'This login is over, or has not begun. Start it again on the page.')
