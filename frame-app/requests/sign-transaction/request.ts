import type { SignUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { EthereumTransactionInput, Hex } from '../../chains/ethereum/ports.ts'
import { lazily } from '../../core/lazy.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

export interface SignTransactionRequest {
  readonly id: string
  readonly kind: 'sign-transaction'
  readonly wallet: HeldWallet
  /** EIP-155. The frame has it from the provider's chain, never from the transaction alone. */
  readonly chainId: number
  readonly transaction: EthereumTransactionInput
  readonly uiOptions: SignUiOptions
}

export const signTransaction: RequestKind<
  SignTransactionRequest,
  { readonly signedTransaction: Hex },
  'signTransaction'
> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: ['server', 'device'],
  silent: lazily(async () => (await import('./silent.ts')).silent),
  screen: async () => (await import('./screen.tsx')).SignTransactionScreen,
  page: { method: 'signTransaction', handler: async () => (await import('./handler.ts')).signTransaction },
}
