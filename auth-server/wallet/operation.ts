import type { RpcMethod } from '@vitrine/shared/wallet/rpc.ts'
import type { Hono } from 'hono'
import type { $ZodType } from 'zod/v4/core'
import type { Context } from '../context.ts'

/** An operation with a path of its own. */
export interface RouteOperation {
  readonly kind: 'route'
  mount(routes: Hono, ctx: Context): void
}

/** A method of `POST /wallets/:wallet_id/rpc`; its request is in `shared/wallet/rpc.ts`. */
export interface RpcOperation {
  readonly kind: 'rpc'
  readonly method: RpcMethod
  /** What the signer must answer. */
  readonly response: $ZodType
}
