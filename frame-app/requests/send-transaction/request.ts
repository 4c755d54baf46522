import type { SendUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { EthereumTransactionInput, Hex } from '../../chains/ethereum/ports.ts'
import { lazily } from '../../core/lazy.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

export interface SendTransactionRequest {
  readonly id: string
  readonly kind: 'send-transaction'
  readonly wallet: HeldWallet
  /** EIP-155. The frame has it from the provider's chain, never from the transaction alone. */
  readonly chainId: number
  readonly transaction: EthereumTransactionInput
  /** The person wrote it in the wallet itself: no site asks. Set by the frame's own screens, never by what a page sends. */
  readonly isOwn?: true
  readonly uiOptions: SendUiOptions
}

export const sendTransaction: RequestKind<SendTransactionRequest, { readonly hash: Hex }, 'sendTransaction'> =
  {
    dismissal: { type: 'error', error: rejectedByUser },
    custody: ['server', 'device', 'external'],
    silent: lazily(async () => (await import('./silent.ts')).silent),
    screen: async () => (await import('./screen.tsx')).SendTransactionScreen,
    page: { method: 'sendTransaction', handler: async () => (await import('./handler.ts')).sendTransaction },
  }
