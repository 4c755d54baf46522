import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import { RPC_RESPONSES, type RpcData, type RpcMethod, type RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import type * as z from 'zod/mini'
import type { SignedRequests } from './signed-request.ts'
import type { WalletSigner } from './signer.ts'

/** POST /wallets/:id/rpc (contract §6.1). One approval, one idempotency key, one signature. */
export const createServerSigner = (requests: SignedRequests): WalletSigner => ({
  async perform<M extends RpcMethod>(
    wallet: Parameters<WalletSigner['perform']>[0],
    request: RpcRequest<M> & { readonly method: M },
    signal: AbortSignal,
  ) {
    if (wallet.id === undefined)
      throw clientError('unable_to_sign', 'The key of this wallet is not held here, so it cannot sign.')
    const { data } = await requests.post({
      path: `/wallets/${encodeURIComponent(wallet.id)}/rpc`,
      body: request,
      idempotencyKey: crypto.randomUUID(),
      answer: RPC_RESPONSES[request.method] as unknown as z.ZodMiniType<{ data: RpcData<M> }>,
      signal,
    })
    return data
  },
})
