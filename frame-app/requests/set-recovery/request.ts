import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { EmbeddedWallet } from '../../session/held-wallet.ts'
import type { RecoveryPurpose } from '../../wallet/asks-for-recovery.ts'
import type { RequestKind } from '../kind.ts'

/** Asks for a new recovery passcode. */
export interface SetRecoveryRequest {
  readonly id: string
  readonly kind: 'set-recovery'
  readonly purpose: RecoveryPurpose
}

export const setRecovery: RequestKind<
  SetRecoveryRequest,
  { readonly wallet: EmbeddedWallet },
  'setWalletRecovery'
> = {
  dismissal: {
    type: 'error',
    error: () =>
      clientError(
        'user_exited_set_password_flow',
        'The window was closed before a recovery passcode was set.',
      ),
  },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).SetRecoveryScreen,
  page: {
    method: 'setWalletRecovery',
    handler: async () => (await import('./handler.ts')).setWalletRecovery,
  },
}
