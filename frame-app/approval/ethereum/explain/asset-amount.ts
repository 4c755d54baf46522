import type { WatchedAsset } from '../../../chains/ethereum/ports.ts'
import { shortAddress } from '../../../ui/address.tsx'
import { exactAmount, plainNumber } from '../../explain/numbers.ts'

type Named = Pick<WatchedAsset, 'symbol' | 'address' | 'tokenId'>

/** The contract's symbol, or the start and end of its address, with the number of a piece: never nothing. */
export const assetName = ({ symbol, address, tokenId }: Named): string =>
  `${symbol ?? shortAddress(address)}${tokenId === null ? '' : ` #${shortId(tokenId)}`}`

/** @param balance in the smallest unit, or in pieces */
export const assetAmount = (
  { decimals, ...asset }: Named & Pick<WatchedAsset, 'decimals'>,
  balance: bigint,
) => (decimals === null ? plainNumber(balance) : `${exactAmount(balance, decimals)} ${assetName(asset)}`)

/** Ids can be hashes. */
const shortId = (id: string) => (id.length <= 12 ? id : `${id.slice(0, 5)}…${id.slice(-4)}`)
