import type { RpcData, RpcMethod, RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import type { HeldWallet } from '../session/held-wallet.ts'

/**
 * Performs what a person approved with a wallet's key, wherever the key is: in the server's signer process or, on the
 * device, in the vault worker (docs/architecture.md, Wallets). One call, one signature; a failed call is never repeated by itself.
 */
export interface WalletSigner<Wallet extends HeldWallet = HeldWallet> {
  /** @throws VitrineError `unable_to_sign` when the key cannot be had; what the transport throws */
  perform<M extends RpcMethod>(
    wallet: Wallet,
    request: RpcRequest<M> & { readonly method: M },
    signal: AbortSignal,
  ): Promise<RpcData<M>>
}
