import type { WatchedAsset } from '../../../chains/ethereum/ports.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { exactAmount, plainNumber } from '../../explain/numbers.ts'

type Named = Pick<WatchedAsset, 'symbol' | 'address' | 'tokenId'>

/** The contract's symbol, or the start and end of its address, with the id of an NFT: never empty. */
export const assetName = ({ symbol, address, tokenId }: Named): string =>
  `${symbol ?? shortAddress(address)}${tokenId === null ? '' : ` #${shortId(tokenId)}`}`

/** @param balance in the smallest unit, or a count of NFTs */
export const assetAmount = (
  { decimals, ...asset }: Named & Pick<WatchedAsset, 'decimals'>,
  balance: bigint,
) => (decimals === null ? plainNumber(balance) : `${exactAmount(balance, decimals)} ${assetName(asset)}`)

/** Ids can be hashes. */
const shortId = (id: string) => (id.length <= 12 ? id : `${id.slice(0, 5)}…${id.slice(-4)}`)

/** One key for one token of one wallet, in whichever case its addresses are written. */
export const assetKey = ({ chainId, address, owner, tokenId }: WatchedAsset): string =>
  [chainId, address, owner, tokenId].join('/').toLowerCase()
