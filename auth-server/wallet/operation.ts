import type { RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import type { Hono } from 'hono'
import type { Context } from '../context.ts'

/** An operation with paths of its own. */
export interface RouteOperation {
  readonly kind: 'route'
  /** Under `/api/v1`. */
  readonly path: '/wallets' | '/scan'
  mount(routes: Hono, ctx: Context): void
}

/**
 * Methods of `POST /wallets/:wallet_id/rpc`, one or several by chain family. Requests and answers are in
 * `shared/wallet/rpc.ts`; the signer reads what to do from the signed body, so nothing is left to do here.
 */
export interface RpcOperation {
  readonly kind: 'rpc'
  readonly methods: readonly RpcMethod[]
}
