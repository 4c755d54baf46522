import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** Asks for the recovery passcode of the on-device wallets, which this device has no share of. */
export interface RecoverRequest {
  readonly id: string
  readonly kind: 'recover'
}

export const recover: RequestKind<RecoverRequest, undefined> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).RecoverScreen,
  page: null,
}
