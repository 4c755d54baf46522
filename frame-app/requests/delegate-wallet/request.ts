import type { User } from '@vitrine/shared/api/client-user.ts'
import type { DelegationItem, DelegationTerms, RevokeRequest } from '@vitrine/shared/api/delegation.ts'
import type { ServerWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** The person lets keys of the app's use a wallet within limits, or ends that. */
export interface DelegateWalletRequest {
  readonly id: string
  readonly kind: 'delegate-wallet'
  readonly asked:
    | {
        readonly type: 'allow'
        /** Whose key the server's signer holds: nobody else's can be used by another. */
        readonly of: ServerWallet
        /** By the signer's own word. */
        readonly terms: readonly DelegationTerms[]
      }
    | { readonly type: 'stop'; readonly which: RevokeRequest; readonly items: readonly DelegationItem[] }
}

export const delegateWallet: RequestKind<DelegateWalletRequest, { readonly user: User }, 'delegateWallet'> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).DelegateWalletScreen,
  page: { method: 'delegateWallet', handler: async () => (await import('./handler.ts')).delegateWallet },
}
