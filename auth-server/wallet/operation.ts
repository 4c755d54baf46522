import type { RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import type { Context } from '../context.ts'
import type { Route } from '../http/route.ts'

/** An operation with paths of its own, below `/api/v1`. */
export interface RouteOperation {
  readonly kind: 'route'
  readonly routes: (ctx: Context) => readonly Route[]
}

/**
 * Methods of `POST /wallets/:wallet_id/rpc`, one or several by chain family. Requests and answers are in
 * `shared/wallet/rpc.ts`; the signer reads what to do from the signed body, so nothing is left to do here.
 */
export interface RpcOperation {
  readonly kind: 'rpc'
  readonly methods: readonly RpcMethod[]
}
