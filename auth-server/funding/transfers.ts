import {
  TRANSFER_CLAIM_PATH,
  TRANSFER_SENT_PATH,
  type TransferClaim,
  transferClaimRequest,
  transferSentRequest,
} from '@vitrine/shared/api/funding.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { fundingTransfers } from '../database/funding-tables.ts'
import { apiError } from '../errors/api-error.ts'
import { type Route, route } from '../http/route.ts'
import { requireFundingMethod } from './call/require-enabled.ts'

/** A wallet app may answer late; a request that is older is nobody's. */
const LIFETIME_MS = 30 * 24 * 60 * 60_000

/**
 * `/api/v1/funding/transfers`: before a wallet is asked for a transfer its id is claimed, so that a retry, or another device, does not
 * have it sent a second time. A claim ends when the wallet refused; where nobody knows whether it sent, the claim stays.
 */
export const transferRoutes = (ctx: Context): readonly Route[] => [
  route(
    `POST ${TRANSFER_CLAIM_PATH}`,
    {
      origin: 'own',
      limit: { scope: 'funding-claim-network', perLogin: 4 },
      body: transferClaimRequest,
      rule: app => requireFundingMethod(app, 'wallets'),
      session: true,
      proof: 'spent',
      userLimit: { scope: 'funding-claim', calls: 60 },
    },
    async ({ c, body: { transferId: id }, session: { appId, userId } }) => {
      // One statement: of two devices, one may.
      const [claimed] = await ctx.db
        .insert(fundingTransfers)
        .values({ id, appId, userId, expiresAt: new Date(ctx.now() + LIFETIME_MS) })
        .onConflictDoNothing()
        .returning({ id: fundingTransfers.id })
      const [known] = claimed
        ? []
        : await ctx.db
            .select({ transactionHash: fundingTransfers.transactionHash })
            .from(fundingTransfers)
            .where(and(eq(fundingTransfers.userId, userId), eq(fundingTransfers.id, id)))
      const claim = { isFirst: claimed !== undefined, transactionHash: known?.transactionHash ?? null }
      return c.json(claim satisfies TransferClaim)
    },
  ),

  route(
    `POST ${TRANSFER_SENT_PATH}`,
    {
      origin: 'own',
      limit: { scope: 'funding-sent-network', perLogin: 4 },
      body: transferSentRequest,
      session: true,
      proof: 'spent',
      userLimit: { scope: 'funding-sent', calls: 60 },
    },
    async ({ c, body: { transferId: id, transactionHash }, session: { userId } }) => {
      // What was sent once is not taken back, and is not another's.
      const open = and(
        eq(fundingTransfers.userId, userId),
        eq(fundingTransfers.id, id),
        isNull(fundingTransfers.transactionHash),
      )
      const changed =
        transactionHash === null
          ? await ctx.db.delete(fundingTransfers).where(open).returning({ id: fundingTransfers.id })
          : await ctx.db
              .update(fundingTransfers)
              .set({ transactionHash })
              .where(open)
              .returning({ id: fundingTransfers.id })
      if (changed.length === 0)
        throw apiError('resource_conflict', 'This transfer was not begun here, or was sent already.')
      return c.json({ success: true })
    },
  ),
]
