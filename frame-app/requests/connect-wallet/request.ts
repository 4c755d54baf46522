import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import type { Wallet } from '@vitrine/shared/wallet/wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** A wallet of the person's own is to be connected. Nobody logs in by it, and it proves nothing. */
export interface ConnectWalletRequest {
  readonly id: string
  readonly kind: 'connect-wallet'
  /** In the site's order. */
  readonly entries: readonly WalletListEntry[]
  readonly chainTypes: readonly ('ethereum' | 'solana')[]
  /** The site's own words, under the title. */
  readonly description: string | null
  /** The wallet that is gone to at once. */
  readonly preselected: WalletListEntry | null
  readonly hidesHeader: boolean
}

export const connectWallet: RequestKind<ConnectWalletRequest, { readonly wallet: Wallet }, 'connectWallet'> =
  {
    dismissal: { type: 'error', error: rejectedByUser },
    outlivesSession: true,
    custody: null,
    silent: null,
    screen: async () => (await import('./screen.tsx')).ConnectWalletScreen,
    page: { method: 'connectWallet', handler: async () => (await import('./handler.ts')).connectWallet },
  }
