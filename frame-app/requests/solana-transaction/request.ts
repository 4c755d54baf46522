import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { SendUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { SendOptions } from '../../chains/solana/ports.ts'
import { lazily } from '../../core/lazy.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** Whole transactions as the site made them, at least one. `send`: each is also broadcast and followed. */
export interface SolanaTransactionRequest {
  readonly id: string
  readonly kind: 'solana-transaction'
  readonly wallet: HeldWallet
  readonly chain: SolanaChain
  readonly transactions: readonly Uint8Array[]
  readonly mode: 'sign' | 'send'
  /** The person wrote it in the wallet itself: no site asks. Set by the frame's own screens, never by what a page sends. */
  readonly isOwn?: true
  readonly options: SendOptions
  readonly uiOptions: SendUiOptions
}

export interface SolanaTransactionResult {
  /** In the order of the request. The first signature of each is its identity on chain. */
  readonly signed: readonly Uint8Array[]
}

export const solanaTransaction: RequestKind<SolanaTransactionRequest, SolanaTransactionResult> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: ['server', 'device', 'external'],
  silent: lazily(async () => (await import('./silent.ts')).silent),
  screen: async () => (await import('./screen.tsx')).SolanaTransactionScreen,
  page: null,
}
