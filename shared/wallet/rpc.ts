import type * as z from 'zod/mini'
import { personalSignRequest } from './sign-message.ts'

/** RPC methods of POST /wallets/:wallet_id/rpc (contract §6.1) and the body that each takes. */
export const RPC_REQUESTS = {
  personal_sign: personalSignRequest,
} as const

export type RpcMethod = keyof typeof RPC_REQUESTS
export type RpcRequest<M extends RpcMethod> = z.infer<(typeof RPC_REQUESTS)[M]>
