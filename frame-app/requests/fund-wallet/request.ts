import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import type { FundingEnd } from '../../funding/end.ts'
import type { RequestKind } from '../kind.ts'

/** Has the person bring money to a wallet of theirs. */
export interface FundWalletRequest {
  readonly id: string
  readonly kind: 'fund-wallet'
  readonly funding: FundingRequest
}

export const fundWallet: RequestKind<FundWalletRequest, FundingEnd, 'fundWallet'> = {
  dismissal: { type: 'result', result: { status: 'cancelled', method: null } },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).FundWalletScreen,
  page: { method: 'fundWallet', handler: async () => (await import('./handler.ts')).fundWallet },
}
