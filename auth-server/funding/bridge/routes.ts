import {
  BRIDGE_QUOTE_PATH,
  BRIDGE_STATUS_PATH,
  type BridgeQuote,
  type BridgeStatus,
  bridgeQuoteRequest,
} from '@vitrine/shared/api/funding.ts'
import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import { OfferRefused } from '@vitrine/shared/funding/relay-depository.ts'
import type { Context } from '../../context.ts'
import { type Route, route } from '../../http/route.ts'
import { openSecret } from '../../provider-secrets/provider-secrets.ts'
import { nodesOf } from '../../transactions/ask-node.ts'
import { disbelieve } from '../call/ask-vendor.ts'
import { newOrderId, requireOrder, STATUS_GUARDS, storeOrder } from '../call/orders.ts'
import { requireBridging } from '../call/require-enabled.ts'
import { requireFundedWallet } from '../call/require-funded-wallet.ts'
import { relayAddress } from '../call/vendors.ts'
import { checkOffer, requireSimulated } from './check-offer.ts'
import type { BridgeProvider } from './provider.ts'
import { readAsked } from './read-asked.ts'
import { createRelay } from './relay.ts'

/** Relay's quotes hold for half a minute. */
const QUOTE_LIFETIME_MS = 30_000

/** `/api/v1/funding/bridge`: from a wallet of the person's on one chain to a wallet of the user's on another. */
export const bridgeRoutes = (ctx: Context): readonly Route[] => {
  const providerOf = (appId: string): BridgeProvider =>
    createRelay({
      url: isTestnet => relayAddress(ctx.settings, isTestnet),
      readKey: () => openSecret(ctx, appId, 'relay'),
    })

  return [
    route(
      `POST ${BRIDGE_QUOTE_PATH}`,
      {
        origin: 'own',
        limit: { scope: 'bridge-network', perLogin: 10 },
        body: bridgeQuoteRequest,
        rule: requireBridging,
        session: true,
        proof: 'spent',
        terms: true,
        userLimit: { scope: 'bridge-user', calls: 100 },
      },
      async ({ c, app, body, session }) => {
        const family = body.to.chain.startsWith('solana:') ? 'solana' : 'ethereum'
        const address = await requireFundedWallet(ctx, session, body.to.address, family)
        const asked = readAsked(app, body, address)
        const provider = providerOf(app.id)
        const offer = await provider.quote(asked)
        const transactions = await checked(async () => {
          const read = checkOffer(asked, offer)
          await requireSimulated(asked, offer, nodesOf(app, body.from.chain))
          return read
        })
        const quoteId = newOrderId()
        await storeOrder(ctx, session, {
          id: quoteId,
          provider: 'relay',
          vendorId: offer.vendorId,
          address,
          isSandbox: asked.isTestnet,
        })
        return c.json({
          quoteId,
          provider: provider.name,
          transactions: transactions.map(({ chain, value, ...rest }) => ({
            ...rest,
            chain: toEip155(chain),
            value: value.toString(),
          })),
          amountIn: offer.amountIn.toString(),
          amountOut: offer.amountOut.toString(),
          minimumAmountOut: offer.minimumAmountOut.toString(),
          feeUsd: offer.feeUsd,
          timeEstimate: offer.timeEstimate,
          expiresAt: ctx.now() + QUOTE_LIFETIME_MS,
        } satisfies BridgeQuote)
      },
    ),

    route(`GET ${BRIDGE_STATUS_PATH}`, STATUS_GUARDS, async ({ c, app, session }) => {
      const order = await requireOrder(ctx, session, 'relay', c.req.query('quoteId'))
      const status = await providerOf(app.id).status(order.vendorId, order.isSandbox)
      return c.json(status satisfies BridgeStatus)
    }),
  ]
}

/** @throws `service_unavailable` (503) for an offer that is not what was asked for */
async function checked<T>(check: () => Promise<T>): Promise<T> {
  try {
    return await check()
  } catch (error) {
    throw error instanceof OfferRefused ? disbelieve('Relay', `its offer ${error.message}`) : error
  }
}
