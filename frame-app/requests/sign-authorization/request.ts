import type { Authorization } from '@vitrine/shared/wallet/sign-authorization.ts'
import type { SignUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { Address } from '../../chains/ethereum/ports.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** EIP-7702: the account lends itself the code at `contract`. `chainId` 0 means every chain. */
export interface SignAuthorizationRequest {
  readonly id: string
  readonly kind: 'sign-authorization'
  readonly wallet: HeldWallet
  readonly authorization: { readonly contract: Address; readonly chainId: number; readonly nonce: number }
  readonly uiOptions: SignUiOptions
}

export const signAuthorization: RequestKind<
  SignAuthorizationRequest,
  { readonly authorization: Authorization }
> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: ['server', 'device'],
  // It gives the account away: no operator can have meant that by giving up the screens.
  silent: null,
  screen: async () => (await import('./screen.tsx')).SignAuthorizationScreen,
  page: null,
}
