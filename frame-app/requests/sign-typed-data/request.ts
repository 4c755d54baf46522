import type { LegacyTypedData } from '@vitrine/shared/wallet/legacy-typed-data.ts'
import type { TypedData } from '@vitrine/shared/wallet/sign-typed-data.ts'
import type { SignUiOptions } from '@vitrine/shared/wallet/ui-options.ts'
import type { Hex } from '../../chains/ethereum/ports.ts'
import { lazily } from '../../core/lazy.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** EIP-712, or the draft before it. The chain is the domain's, where it names one. */
export interface SignTypedDataRequest {
  readonly id: string
  readonly kind: 'sign-typed-data'
  readonly wallet: HeldWallet
  /** A list is typed data of version 1. */
  readonly typedData: TypedData | LegacyTypedData
  /** EIP-155: what the asking provider is on. Absent: what the page's first one is on. */
  readonly chainId?: number
  readonly uiOptions: SignUiOptions
}

export const signTypedData: RequestKind<SignTypedDataRequest, { readonly signature: Hex }, 'signTypedData'> =
  {
    dismissal: { type: 'error', error: rejectedByUser },
    custody: ['server', 'device', 'external'],
    silent: lazily(async () => (await import('./silent.ts')).silent),
    screen: async () => (await import('./screen.tsx')).SignTypedDataScreen,
    page: { method: 'signTypedData', handler: async () => (await import('./handler.ts')).signTypedData },
  }
