import type { EventData } from '@vitrine/shared/api/activity.ts'
import { toEip155 } from '@vitrine/shared/chains/caip2.ts'
import type { RPC_REQUESTS } from '@vitrine/shared/wallet/rpc.ts'
import type * as z from 'zod/mini'
import type { wallets } from '../../database/schema.ts'

type Request = z.infer<(typeof RPC_REQUESTS)[keyof typeof RPC_REQUESTS]>

/** What an event says of a signature: what kind it is, and of an Ethereum transaction to whom and how much. Never its text. */
export function signedData(
  request: Request,
  { chainType, address }: Pick<typeof wallets.$inferSelect, 'chainType' | 'address'>,
): EventData {
  const signed = { method: request.method, chain_type: chainType, address }
  if (request.method !== 'eth_signTransaction') return signed
  const { chain_id: chainId, to, value = '0x0' } = request.params.transaction
  return { ...signed, chain: toEip155(chainId), ...(to && { to }), value: BigInt(value).toString() }
}
