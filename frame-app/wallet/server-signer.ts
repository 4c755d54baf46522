import { RPC_RESPONSES, type RpcData, type RpcMethod, type RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import type * as z from 'zod/mini'
import type { ServerWallet } from '../session/held-wallet.ts'
import type { SignedRequests } from './signed-request.ts'
import type { WalletSigner } from './signer.ts'

/** POST /wallets/:id/rpc (contract §6.1). One approval, one idempotency key, one signature. */
export const createServerSigner = (requests: SignedRequests): WalletSigner<ServerWallet> => ({
  async perform<M extends RpcMethod>(
    { id }: ServerWallet,
    request: RpcRequest<M> & { readonly method: M },
    signal: AbortSignal,
  ) {
    const { data } = await requests.post({
      path: `/wallets/${encodeURIComponent(id)}/rpc`,
      body: request,
      idempotencyKey: crypto.randomUUID(),
      answer: RPC_RESPONSES[request.method] as unknown as z.ZodMiniType<{ data: RpcData<M> }>,
      signal,
    })
    return data
  },
})
