import type { DeviceWallet } from '../../session/held-wallet.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** Asks for what opens the on-device wallets, which this device has no share of. */
export interface RecoverRequest {
  readonly id: string
  readonly kind: 'recover'
  /** The one that is to be used; absent: any of them. */
  readonly wallet?: DeviceWallet
}

export const recover: RequestKind<RecoverRequest, undefined> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).RecoverScreen,
  page: null,
}
