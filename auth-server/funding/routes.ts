import type { Context } from '../context.ts'
import type { Route } from '../http/route.ts'
import { bridgeRoutes } from './bridge/routes.ts'
import { coinbaseRoutes } from './coinbase/routes.ts'
import { moonpayRoutes } from './moonpay/routes.ts'
import { transferRoutes } from './transfers.ts'

/** Money that comes to a user's wallet (contract §2.10, §7): bought, sent from an exchange, or brought from another chain. */
export const fundingRoutes = (ctx: Context): readonly Route[] => [
  ...moonpayRoutes(ctx),
  ...coinbaseRoutes(ctx),
  ...bridgeRoutes(ctx),
  ...transferRoutes(ctx),
]
