import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RequestKind } from '../kind.ts'

/** A wallet is to be made, and the vault does not start: asks a person to try again. */
export interface StartVaultRequest {
  readonly id: string
  readonly kind: 'start-vault'
}

export const startVault: RequestKind<StartVaultRequest, undefined> = {
  dismissal: {
    type: 'error',
    error: () =>
      clientError(
        'embedded_wallet_create_error',
        'The window was closed before the wallet could be created: its vault did not start.',
      ),
  },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).StartVaultScreen,
  page: null,
}
