import type { SendUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { EthereumTransactionInput, Hex } from '../../chains/ethereum/ports.ts'
import { lazily } from '../../core/lazy.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** EIP-5792 without atomicity: one after another, in this order. */
export interface SendCallsRequest {
  readonly id: string
  readonly kind: 'send-calls'
  readonly wallet: HeldWallet
  /** EIP-155. */
  readonly chainId: number
  /** At least one. */
  readonly calls: readonly EthereumTransactionInput[]
  readonly uiOptions: SendUiOptions
}

export interface SendCallsResult {
  /** Fewer hashes than calls: the next call could not be sent, and the person left it there. */
  readonly hashes: readonly Hex[]
}

export const sendCalls: RequestKind<SendCallsRequest, SendCallsResult> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: ['server', 'device', 'external'],
  silent: lazily(async () => (await import('./silent.ts')).silent),
  screen: async () => (await import('./screen.tsx')).SendCallsScreen,
  page: null,
}
