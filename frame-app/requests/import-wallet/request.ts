import type { EmbeddedWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** Has the person type a key that they have elsewhere. */
export interface ImportWalletRequest {
  readonly id: string
  readonly kind: 'import-wallet'
  readonly chainType: EmbeddedWallet['chainType']
}

export const importWallet: RequestKind<
  ImportWalletRequest,
  { readonly wallet: EmbeddedWallet },
  'importWallet'
> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).ImportWalletScreen,
  page: { method: 'importWallet', handler: async () => (await import('./handler.ts')).importWallet },
}
