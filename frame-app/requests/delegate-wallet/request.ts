import type { User } from '@vitrine/shared/api/client-user.ts'
import type { DelegationItem, DelegationTerms, RevokeRequest } from '@vitrine/shared/api/delegation.ts'
import type { ServerWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

interface Base {
  readonly id: string
  readonly kind: 'delegate-wallet'
}

/** The person lets keys of the app's use a wallet within limits. */
export interface AllowRequest extends Base {
  /** Whose key the server's signer holds: nobody else's can be used by another. */
  readonly wallet: ServerWallet
  /** By the signer's own word. */
  readonly terms: readonly DelegationTerms[]
  /** A page has no words for it. */
  readonly uiOptions: Readonly<Record<string, never>>
}

/** They end that. */
export interface StopRequest extends Base {
  readonly which: RevokeRequest
  readonly items: readonly DelegationItem[]
}

export type DelegateWalletRequest = AllowRequest | StopRequest

export const delegateWallet: RequestKind<DelegateWalletRequest, { readonly user: User }, 'delegateWallet'> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).DelegateWalletScreen,
  page: { method: 'delegateWallet', handler: async () => (await import('./handler.ts')).delegateWallet },
}
