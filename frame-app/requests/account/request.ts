import type { AccountPart } from '@vitrine/shared/bridge/schemas.ts'
import type { RequestKind } from '../kind.ts'

export interface AccountRequest {
  readonly id: string
  readonly kind: 'account'
  /** What it opens with; by default its home. */
  readonly part?: AccountPart | undefined
}

export const account: RequestKind<AccountRequest, undefined, 'openAccount'> = {
  dismissal: { type: 'result', result: undefined },
  // It says how the logout went, and then ends by itself.
  outlivesSession: true,
  inline: true,
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).AccountScreen,
  page: { method: 'openAccount', handler: async () => (await import('./handler.ts')).openAccount },
}
