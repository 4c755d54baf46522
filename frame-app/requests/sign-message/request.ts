import type { FrameArgument } from '@vitrine/shared/bridge/methods.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import type { RequestKind } from '../kind.ts'
import { rejectedByUser } from '../rejected-by-user.ts'

export interface SignMessageRequest {
  readonly id: string
  readonly kind: 'sign-message'
  readonly wallet: HeldWallet
  readonly message: string
  readonly encoding: 'utf-8' | 'hex'
  readonly uiOptions: NonNullable<FrameArgument<'signMessage'>['uiOptions']>
}

export const signMessage: RequestKind<SignMessageRequest, { readonly signature: string }> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: ['server', 'device'],
  silent: async () => (await import('./silent.ts')).silent,
}
