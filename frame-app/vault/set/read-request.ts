import { RPC_CHAIN_TYPE, RPC_REQUESTS } from '@vitrine/shared/wallet/rpc.ts'
import type { AnyRpcRequest } from './key-family.ts'
import { VaultRefusal } from './refusal.ts'

/**
 * The last look at a request before a key is made: the frame has validated it, and may have been tricked.
 * @throws VaultRefusal `unsupported-request`
 */
export function readRequest(chainType: 'ethereum' | 'solana', request: unknown): AnyRpcRequest {
  const method = (request as { readonly method?: unknown } | null)?.method
  // Object.hasOwn: a name such as `constructor` is no method.
  if (typeof method === 'string' && Object.hasOwn(RPC_REQUESTS, method)) {
    const known = method as keyof typeof RPC_REQUESTS
    const parsed = RPC_REQUESTS[known].safeParse(request)
    if (RPC_CHAIN_TYPE[known] === chainType && parsed.success) return parsed.data
  }
  throw new VaultRefusal('unsupported-request')
}
