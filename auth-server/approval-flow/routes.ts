import {
  FLOW_LIFETIME_MS,
  flowAnswer,
  flowClaim,
  flowClose,
  type flowDone,
  flowInit,
  type flowOffer,
  type flowOutcome,
  type flowStatus,
  OFFER_LIMIT_BYTES,
} from '@vitrine/shared/api/approval-flow.ts'
import { and, eq, gt, isNotNull, isNull, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Context } from '../context.ts'
import { approvalFlows } from '../database/schema.ts'
import { apiError } from '../errors/api-error.ts'
import { upTo } from '../http/body.ts'
import { type Route, route } from '../http/route.ts'

/**
 * `/api/v1/approval_flows`: one review from a frame to its window, and the window's word back. Both are sealed under a key that
 * stands in the window's address alone (its fragment, which no browser sends): this server reads neither and writes neither.
 * Whoever learns an id can take the sealed review away, and nobody approves it then.
 */
export const approvalFlowRoutes = (ctx: Context): readonly Route[] => {
  const isOpen = (id: string, appId: string) =>
    and(
      eq(approvalFlows.id, id),
      eq(approvalFlows.appId, appId),
      gt(approvalFlows.expiresAt, new Date(ctx.now())),
    )
  const gone = () =>
    apiError('not_found', 'This approval is over, or was opened in another window. Start again on the page.')

  return [
    route(
      'POST /offer',
      {
        origin: 'own',
        limit: { scope: 'approval-flow-offer-network', perLogin: 4 },
        body: upTo(OFFER_LIMIT_BYTES, flowInit),
        session: true,
        proof: 'spent',
        userLimit: { scope: 'approval-flow-offer', calls: 60 },
      },
      async ({ c, app, body, session }) => {
        const made = await ctx.db
          .insert(approvalFlows)
          .values({
            id: body.flow_id,
            appId: app.id,
            userId: session.userId,
            offer: body.offer,
            expiresAt: new Date(ctx.now() + FLOW_LIFETIME_MS),
          })
          .onConflictDoNothing()
          .returning({ id: approvalFlows.id })
        if (!made[0]) throw apiError('resource_conflict', 'There is an approval with this id. Try again.')
        return c.json({ success: true } satisfies z.infer<typeof flowDone>)
      },
    ),

    route(
      'POST /claim',
      { origin: 'own', limit: { scope: 'approval-flow-claim', perLogin: 40 }, body: flowClaim },
      async ({ c, app, body }) => {
        // One statement: of two windows, one has it.
        const [claimed] = await ctx.db
          .update(approvalFlows)
          .set({ claimedAt: new Date(ctx.now()) })
          .where(
            and(isOpen(body.flow_id, app.id), isNull(approvalFlows.claimedAt), isNull(approvalFlows.outcome)),
          )
          .returning({ offer: approvalFlows.offer })
        if (!claimed) throw gone()
        return c.json(claimed satisfies z.infer<typeof flowOffer>)
      },
    ),

    route(
      'POST /answer',
      { origin: 'own', limit: { scope: 'approval-flow-answer', perLogin: 8 }, body: flowAnswer },
      async ({ c, app, body }) => {
        const [answered] = await ctx.db
          .update(approvalFlows)
          .set({ answer: body.answer })
          .where(
            and(
              isOpen(body.flow_id, app.id),
              isNotNull(approvalFlows.claimedAt),
              isNull(approvalFlows.answer),
              isNull(approvalFlows.outcome),
            ),
          )
          .returning({ id: approvalFlows.id })
        if (!answered) throw gone()
        return c.json({ success: true } satisfies z.infer<typeof flowDone>)
      },
    ),

    route(
      'POST /status',
      {
        origin: 'own',
        limit: { scope: 'approval-flow-status', perLogin: 60 },
        body: flowClaim,
        session: true,
        proof: 'read',
      },
      async ({ c, app, body, session }) => {
        const theirs = and(isOpen(body.flow_id, app.id), eq(approvalFlows.userId, session.userId))
        // The answer is given once. The row stays, so that the window can ask whether the frame has it.
        const [answered] = await ctx.db
          .update(approvalFlows)
          .set({ takenAt: new Date(ctx.now()), offer: '' })
          .where(and(theirs, isNotNull(approvalFlows.answer), isNull(approvalFlows.takenAt)))
          .returning({ answer: approvalFlows.answer })
        const [open] = answered
          ? []
          : await ctx.db
              .select()
              .from(approvalFlows)
              .where(and(theirs, isNull(approvalFlows.takenAt), isNull(approvalFlows.outcome)))
        if (!answered && !open) throw gone()
        const status: z.infer<typeof flowStatus> = {
          is_claimed: answered !== undefined || open?.claimedAt != null,
          answer: answered?.answer ?? null,
        }
        return c.json(status)
      },
    ),

    route(
      'POST /close',
      {
        origin: 'own',
        limit: { scope: 'approval-flow-close-network', perLogin: 8 },
        body: flowClose,
        session: true,
        proof: 'spent',
        userLimit: { scope: 'approval-flow-close', calls: 240 },
      },
      async ({ c, app, body, session }) => {
        const { outcome } = body
        // Also before there is an offer: a window that loads late then finds neither, but what became of its request.
        const [closed] = await ctx.db
          .insert(approvalFlows)
          .values({
            id: body.flow_id,
            appId: app.id,
            userId: session.userId,
            offer: '',
            outcome,
            expiresAt: new Date(ctx.now() + FLOW_LIFETIME_MS),
          })
          .onConflictDoUpdate({
            target: approvalFlows.id,
            set: { outcome, offer: '', expiresAt: new Date(ctx.now() + FLOW_LIFETIME_MS) },
            setWhere: sql`${approvalFlows.appId} = ${app.id} and ${approvalFlows.userId} = ${session.userId}`,
          })
          .returning({ id: approvalFlows.id })
        if (!closed) throw gone()
        return c.json({ success: true } satisfies z.infer<typeof flowDone>)
      },
    ),

    route(
      'POST /outcome',
      { origin: 'own', limit: { scope: 'approval-flow-outcome', perLogin: 60 }, body: flowClaim },
      async ({ c, app, body }) => {
        const [flow] = await ctx.db.select().from(approvalFlows).where(isOpen(body.flow_id, app.id))
        if (!flow) throw gone()
        const { claimedAt, answer, takenAt, outcome } = flow
        return c.json({
          is_claimed: claimedAt !== null,
          is_answered: answer !== null,
          is_taken: takenAt !== null,
          outcome,
        } satisfies z.infer<typeof flowOutcome>)
      },
    ),
  ]
}
