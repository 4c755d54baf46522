import { parseEip155 } from '@vitrine/shared/chains/caip2.ts'
import { depositoryOn } from '@vitrine/shared/funding/relay-depository.ts'
import type { FundingRequest } from '@vitrine/shared/funding/request.ts'
import type { Holding, Holdings } from '../../portfolio/ports.ts'

/** EIP-155; `null`: Solana is funded. */
export const targetChainId = ({ chain, chainType }: FundingRequest): number | null =>
  chainType === 'ethereum' ? parseEip155(chain) : null

/** CAIP-2, or a cluster's name of the Wallet Standard. */
export const chainOf = ({ chain }: Pick<Holding, 'chain'>): string =>
  chain.type === 'ethereum' ? `eip155:${chain.id}` : chain.id

export const isSameToken = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && a.startsWith('0x') && a.toLowerCase() === b.toLowerCase())

/** What a wallet can pay with. */
export interface Sources {
  /** The asset itself, on the chain that is funded; `null`: it is not known what the wallet has of it. */
  readonly direct: Holding | null
  /** `unknown`: no node told. */
  readonly standing: 'enough' | 'short' | 'unknown'
  /** What a bridge could bring from, the worthiest first; none while the asset itself is enough, or without a bridge. */
  readonly others: readonly Holding[]
}

/**
 * From where an amount can come.
 * @param amount of the asset, in its smallest unit
 */
export function sourcesOf(
  { list }: Pick<Holdings, 'list'>,
  request: FundingRequest,
  amount: bigint,
): Sources {
  const { asset, chain, isBridgingEnabled, isTestnet } = request
  const isDirect = (it: Holding) => chainOf(it) === chain && isSameToken(it.token, asset.address)
  const direct = list.find(isDirect) ?? null
  const held = direct?.amount ?? null
  const standing = held === null ? 'unknown' : held >= amount ? 'enough' : 'short'
  // A bridge takes what it knows, native currency and USDC, from a chain whose depository is known. What a user added may be anything.
  const isBridgeable = (it: Holding) =>
    it.chain.type === 'ethereum' &&
    depositoryOn(it.chain.id) !== null &&
    chainOf(it) !== chain &&
    it.chain.isTestnet === isTestnet &&
    it.amount !== null &&
    it.amount > 0n &&
    (it.token === null || (it.symbol === 'USDC' && it.origin === 'known'))
  const others = isBridgingEnabled && standing !== 'enough' ? list.filter(isBridgeable) : []
  return { direct, standing, others }
}
