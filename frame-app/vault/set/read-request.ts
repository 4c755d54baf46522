import { RPC_CHAIN_TYPE, RPC_REQUESTS } from '@vitrine/shared/wallet/rpc.ts'
import type { AnyRpcRequest } from './key-family.ts'
import { VaultRefusal } from './refusal.ts'

/**
 * The last look at a request before a key is made: the frame has validated it, and may have been tricked.
 * @throws VaultRefusal `unsupported-request`
 */
export function readRequest(chainType: 'ethereum' | 'solana', request: unknown): AnyRpcRequest {
  for (const [method, schema] of Object.entries(RPC_REQUESTS)) {
    if (RPC_CHAIN_TYPE[method as keyof typeof RPC_CHAIN_TYPE] !== chainType) continue
    const parsed = schema.safeParse(request)
    if (parsed.success) return parsed.data
  }
  throw new VaultRefusal('unsupported-request')
}
