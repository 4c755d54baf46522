import type { EthereumChain, WatchedAsset } from '../../chains/ethereum/ports.ts'
import { rejectedByUser } from '../kind/rejected-by-user.ts'
import type { RequestKind } from '../kind.ts'

/** EIP-747: whether the wallet is to show a token. What is known of it comes from its contract. */
export interface WatchAssetRequest {
  readonly id: string
  readonly kind: 'watch-asset'
  readonly chain: EthereumChain
  readonly asset: WatchedAsset
  readonly name: string | null
  /** The owner's, in the smallest unit or in pieces. */
  readonly balance: bigint | null
}

export const watchAsset: RequestKind<WatchAssetRequest, undefined> = {
  dismissal: { type: 'error', error: rejectedByUser },
  custody: null,
  silent: null,
  screen: async () => (await import('./screen.tsx')).WatchAssetScreen,
  page: null,
}
