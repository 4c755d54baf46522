import type { User } from '@vitrine/shared/api/client-user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RequestKind } from '../kind.ts'

/** A second factor is to be set up. */
export interface EnrollMfaRequest {
  readonly id: string
  readonly kind: 'enroll-mfa'
}

export const enrollMfa: RequestKind<EnrollMfaRequest, { readonly user: User }, 'enrollMfa'> = {
  dismissal: {
    type: 'error',
    error: () => clientError('mfa_canceled', 'The person left before a second factor was added.'),
  },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).EnrollMfaScreen,
  page: { method: 'enrollMfa', handler: async () => (await import('./handler.ts')).enrollMfa },
}
