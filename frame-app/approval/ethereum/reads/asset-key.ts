import type { WatchedAsset } from '../../../chains/ethereum/ports.ts'

/** One text for one token of one wallet, however its addresses are written. */
export const assetKey = ({ chainId, address, owner, tokenId }: WatchedAsset): string =>
  [chainId, address, owner, tokenId].join('/').toLowerCase()
