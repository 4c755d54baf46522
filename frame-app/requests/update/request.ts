import type { User } from '@vitrine/shared/api/client-user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import type { RequestKind } from '../kind.ts'

/** Another address or number in the place of the present one. */
export interface UpdateRequest {
  readonly id: string
  readonly kind: 'update'
  readonly way: Way
  /** Fills the field; the person still presses Continue. */
  readonly prefill: string
}

export const update: RequestKind<UpdateRequest, { readonly user: User }, 'update'> = {
  dismissal: {
    type: 'error',
    error: () =>
      clientError('exited_update_flow', 'The window was closed before the address or number was changed.'),
  },
  custody: null,
  silent: null,
  screen: async () => (await import('../../linked-accounts/link-screen.tsx')).LinkScreen,
  page: { method: 'update', handler: async () => (await import('./handler.ts')).update },
}
