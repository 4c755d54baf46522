import { Hono } from 'hono'
import type { Context } from '../context.ts'
import type { RouteOperation, RpcOperation } from './operation.ts'
import { WALLET_OPERATION_HANDLERS } from './registry.ts'
import { mountRpc } from './rpc.ts'

/** Paths of the wallet operations under `/api/v1`. The order of the checks is in `admit.ts`. */
export function walletRoutes(ctx: Context): Hono {
  const routes = new Hono()
  const rpc: RpcOperation[] = []
  for (const operation of Object.values<RouteOperation | RpcOperation>(WALLET_OPERATION_HANDLERS)) {
    if (operation.kind === 'route') operation.mount(routes.basePath(operation.path), ctx)
    else rpc.push(operation)
  }
  mountRpc(routes.basePath('/wallets'), ctx, rpc)
  return routes
}
