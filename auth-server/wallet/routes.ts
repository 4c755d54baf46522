import type { Context } from '../context.ts'
import type { Route } from '../http/route.ts'
import { exportRoutes } from './export/routes.ts'
import { batchRoutes } from './import/batch-routes.ts'
import { importRoutes } from './import/routes.ts'
import type { RouteOperation, RpcOperation } from './operation.ts'
import { WALLET_OPERATION_HANDLERS } from './registry.ts'
import { rpcRoute } from './rpc.ts'

/** Paths of the wallet operations under `/api/v1`. */
export function walletRoutes(ctx: Context): readonly Route[] {
  const operations = Object.values<RouteOperation | RpcOperation>(WALLET_OPERATION_HANDLERS)
  const methods = operations.flatMap(operation => (operation.kind === 'rpc' ? operation.methods : []))
  return [
    ...operations.flatMap(operation => (operation.kind === 'route' ? operation.routes(ctx) : [])),
    rpcRoute(ctx, methods),
    ...importRoutes(ctx),
    ...batchRoutes(ctx),
    ...exportRoutes(ctx),
  ]
}
