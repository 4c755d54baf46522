import { base64Text } from '@vitrine/shared/encoding.ts'
import { RPC_RESPONSES, type RpcData, type RpcMethod, type RpcRequest } from '@vitrine/shared/wallet/rpc.ts'
import { type GivenMessage, messageBytes } from '@vitrine/shared/wallet/sign-message.ts'
import type * as z from 'zod/mini'
import type { Mfa } from '../mfa/mfa.ts'
import type { DeviceWallet, ExternalWallet, HeldWallet } from '../session/held-wallet.ts'
import type { ReportActivity } from '../session/report-activity.ts'
import type { SignedRequests } from './signed-request.ts'

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

export interface MessageToSign extends GivenMessage {
  readonly wallet: HeldWallet
}

export interface MessageSigner {
  /**
   * Signs as the wallet's chain does: `personal_sign` (EIP-191 version 0x45, hex) or Solana's `signMessage` (Ed25519 over
   * the bytes themselves, base64). One approval, one signature.
   */
  signMessage(message: MessageToSign, signal: AbortSignal): Promise<{ readonly signature: string }>
}

/**
 * @param device has the keys that are rebuilt in this device's vault for one operation
 * @param external asks the wallet apps that have the others
 * @param report what they signed: the server, which writes down what its own sign, does not see it
 * @param mfa asks for the second factor that a signature may take
 */
export function createSigner(
  requests: SignedRequests,
  device: WalletSigner<DeviceWallet>,
  external: WalletSigner<ExternalWallet>,
  report: ReportActivity,
  mfa: Pick<Mfa, 'run'>,
): WalletSigner & MessageSigner {
  const perform: WalletSigner['perform'] = async <M extends RpcMethod>(
    wallet: HeldWallet,
    request: RpcRequest<M> & { readonly method: M },
    signal: AbortSignal,
  ) => {
    switch (wallet.custody) {
      case 'server': {
        // Contract §6.1. One approval, one idempotency key, one signature.
        const idempotencyKey = crypto.randomUUID()
        const sign = () =>
          requests.post({
            path: `/wallets/${encodeURIComponent(wallet.id)}/rpc`,
            body: request,
            idempotencyKey,
            answer: RPC_RESPONSES[request.method] as unknown as z.ZodMiniType<{ data: RpcData<M> }>,
            signal,
          })
        return (await mfa.run(sign, { signal })).data
      }
      case 'device': {
        // Brings the wallet to this device first where it can.
        const data = await mfa.run(() => device.perform<M>(wallet, request, signal), { signal })
        const { method } = request
        report({ type: 'wallet.signed', address: wallet.address, method, once: crypto.randomUUID() })
        return data
      }
      case 'external':
        return external.perform<M>(wallet, request, signal)
    }
  }
  return {
    perform,
    async signMessage({ wallet, message, encoding }, signal) {
      const { signature } =
        wallet.chainType === 'ethereum'
          ? await perform<'personal_sign'>(
              wallet,
              { method: 'personal_sign', params: { message, encoding } },
              signal,
            )
          : await perform<'signMessage'>(wallet, solanaRequest({ message, encoding }), signal)
      return { signature }
    },
  }
}

const solanaRequest = (message: GivenMessage) =>
  ({
    method: 'signMessage',
    params: { message: base64Text(messageBytes(message)), encoding: 'base64' },
  }) as const
