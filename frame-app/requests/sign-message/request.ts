import type { FrameArgument } from '@vitrine/shared/bridge/methods.ts'
import { lazily } from '../../core/lazy.ts'
import type { HeldWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

export interface SignMessageRequest {
  readonly id: string
  readonly kind: 'sign-message'
  readonly wallet: HeldWallet
  readonly message: string
  readonly encoding: 'utf-8' | 'hex'
  readonly uiOptions: NonNullable<FrameArgument<'signMessage'>['uiOptions']>
}

export const signMessage: RequestKind<SignMessageRequest, { readonly signature: string }, 'signMessage'> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: ['server', 'device', 'external'],
  silent: lazily(async () => (await import('./silent.ts')).silent),
  screen: async () => (await import('./screen.tsx')).SignMessageScreen,
  page: { method: 'signMessage', handler: async () => (await import('./handler.ts')).signMessage },
}
