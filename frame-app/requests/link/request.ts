import type { User } from '@vitrine/shared/api/client-user.ts'
import type { ReturnedLogin } from '@vitrine/shared/bridge/returned-login.ts'
import { clientError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { SmartWalletType, Way } from '@vitrine/shared/login/registry.ts'
import type { RequestKind } from '../kind.ts'

/** A contract that the user owns, as the page describes it. A signature proves its address (EIP-1271), and nothing the rest. */
export interface SmartWallet {
  readonly type: SmartWalletType
  readonly version?: string | undefined
}

/** A further way to log in, or a smart wallet. */
export interface LinkRequest {
  readonly id: string
  readonly kind: 'link'
  readonly way: Way
  /** Fills the field; the person still presses Continue. */
  readonly prefill: string
  /** Absent: a way to log in is added. */
  readonly smartWallet?: SmartWallet
  /** As of a login, see `login/request.ts`. */
  readonly returned?: ReturnedLogin
}

export const link: RequestKind<LinkRequest, { readonly user: User }, 'link'> = {
  dismissal: {
    type: 'error',
    error: () => clientError('exited_link_flow', 'The window was closed before the new login was added.'),
  },
  custody: null,
  silent: null,
  screen: async () => (await import('../../linked-accounts/link-screen.tsx')).LinkScreen,
  page: { method: 'link', handler: async () => (await import('./handler.ts')).link },
}
