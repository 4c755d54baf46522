import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { fundingOrders } from '../../database/funding-tables.ts'
import { apiError } from '../../errors/api-error.ts'
import type { ActiveSession } from '../../http/session.ts'
import { reachedBy } from '../../users/adopted.ts'

/** A bank transfer can take a week; after that nobody asks here any more. */
const LIFETIME_MS = 30 * 24 * 60 * 60_000

export type FundingOrder = typeof fundingOrders.$inferSelect

/** Of the routes that a frame asks again and again what became of an order. Browsers send no Origin with such reads. */
export const STATUS_GUARDS = {
  origin: 'own-read',
  limit: { scope: 'funding-status-network', perLogin: 60 },
  session: true,
  proof: 'read',
  userLimit: { scope: 'funding-status-user', calls: 900 },
} as const

/** A name for an order that nobody guesses: who knows it at the company can see what was bought. */
export const newOrderId = (): string => `fund_${randomBytes(24).toString('base64url')}`

/** Writes down whose an order is. */
export async function storeOrder(
  ctx: Context,
  { appId, userId }: ActiveSession,
  order: Omit<FundingOrder, 'appId' | 'userId' | 'expiresAt'>,
): Promise<void> {
  const expiresAt = new Date(ctx.now() + LIFETIME_MS)
  await ctx.db.insert(fundingOrders).values({ ...order, appId, userId, expiresAt })
}

/**
 * An order of the user's own, or of whom they took in.
 * @throws `not_found` (404), for another user's too: that there is one is nobody's business
 */
export async function requireOrder(
  ctx: Context,
  { appId, userId }: ActiveSession,
  provider: FundingOrder['provider'],
  id: string | undefined,
): Promise<FundingOrder> {
  // Postgres fails at a NUL in a text; what is no id of ours is not looked up.
  const [order] = /^fund_[\w-]{32}$/.test(id ?? '')
    ? await ctx.db
        .select()
        .from(fundingOrders)
        .where(
          and(
            eq(fundingOrders.id, id ?? ''),
            eq(fundingOrders.provider, provider),
            eq(fundingOrders.appId, appId),
            sql`${fundingOrders.userId} in ${reachedBy(userId)}`,
            gt(fundingOrders.expiresAt, new Date(ctx.now())),
          ),
        )
    : []
  if (!order) throw apiError('not_found', 'There is no such purchase, or it is too long ago.')
  return order
}
