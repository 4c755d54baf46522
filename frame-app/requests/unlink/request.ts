import type { User } from '@vitrine/shared/api/client-user.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RequestKind } from '../kind.ts'

/** A way to log in is to be taken away. */
export interface UnlinkRequest {
  readonly id: string
  readonly kind: 'unlink'
  readonly account: User['linkedAccounts'][number]
}

export const unlink: RequestKind<UnlinkRequest, { readonly user: User }, 'unlink'> = {
  dismissal: {
    type: 'error',
    error: () => clientError('exited_link_flow', 'The way to log in was kept.'),
  },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).UnlinkScreen,
  page: { method: 'unlink', handler: async () => (await import('./handler.ts')).unlink },
}
