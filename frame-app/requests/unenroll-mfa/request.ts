import type { User } from '@vitrine/shared/api/client-user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import type { RequestKind } from '../kind.ts'

/** A second factor is to be taken away. */
export interface UnenrollMfaRequest {
  readonly id: string
  readonly kind: 'unenroll-mfa'
  readonly method: MfaMethod
}

export const unenrollMfa: RequestKind<UnenrollMfaRequest, { readonly user: User }, 'unenrollMfa'> = {
  dismissal: {
    type: 'error',
    error: () => clientError('mfa_canceled', 'The second factor was kept.'),
  },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).UnenrollMfaScreen,
  page: { method: 'unenrollMfa', handler: async () => (await import('./handler.ts')).unenrollMfa },
}
