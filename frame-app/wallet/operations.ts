import {
  createWalletCreation,
  type WalletCreation,
  type WalletCreationParts,
} from './create/wallet-creation.ts'
import { type MessageToSign, signMessage } from './sign-message/sign-message.ts'
import { createSignedRequests, type SignedRequestParts } from './signed-request.ts'

export interface WalletOperations extends WalletCreation {
  signMessage(message: MessageToSign, signal: AbortSignal): Promise<{ readonly signature: string }>
}

export type WalletOperationParts = SignedRequestParts & Omit<WalletCreationParts, 'requests'>

/** All that asks the server's signer for something. Nobody needs it before they log in: the kernel loads it on demand. */
export function createWalletOperations(parts: WalletOperationParts): WalletOperations {
  const requests = createSignedRequests(parts)
  return {
    ...createWalletCreation({ ...parts, requests }),
    signMessage: (message, signal) => signMessage(requests, message, signal),
  }
}
