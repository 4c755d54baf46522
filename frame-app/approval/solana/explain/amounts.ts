import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { EmbeddedWallets } from '../../../config/embedded-wallets.ts'
import { shortAddress } from '../../../ui/address.tsx'
import { say } from '../../../words/say.ts'
import { nativeInBothWays, type TwoWays } from '../../explain/native-amount.ts'
import type { Price } from '../../explain/numbers.ts'
import { exactAmount, plainNumber } from '../../explain/numbers.ts'
import { safeSymbol } from '../../explain/token-symbol.ts'
import { knownToken } from '../reads/known-tokens.ts'
import type { Mint } from '../reads/mint.ts'
import type { Asset } from './effects.ts'

/** Decimal places of SOL. */
const SOL_DECIMALS = 9

/** What amounts are written with. */
export interface AmountContext {
  readonly chain: SolanaChain
  /** By address, as the chain has them. */
  readonly mints: ReadonlyMap<string, Mint>
  readonly price: Price | null
  readonly priceDisplay: EmbeddedWallets['priceDisplay']
}

export const solAmount = (lamports: bigint): string => `${exactAmount(lamports, SOL_DECIMALS)} SOL`

/** SOL in the app's way of counting. */
export const solInBothWays = (
  { price, priceDisplay }: Pick<AmountContext, 'price' | 'priceDisplay'>,
  lamports: bigint,
): TwoWays => nativeInBothWays({ symbol: 'SOL', decimals: SOL_DECIMALS, price, priceDisplay }, lamports)

/** What a token calls itself, for a place between quotation marks: none of its own, nor a sign that would read as an amount. */
export function claimedSymbol(mint: Mint | undefined): string | null {
  return safeSymbol((mint?.symbol ?? '').replace(/[^\p{L}\p{N}$._ -]/gu, ' '))
}

/** Its name where it is one that people know, what it calls itself and that it does so, or its address. */
export function assetName({ chain, mints }: AmountContext, asset: Asset): string {
  if (asset.kind === 'sol') return 'SOL'
  if (asset.mint === null) return say('approval.unknownToken')
  const known = knownToken(chain, asset.mint)
  if (known) return known.symbol
  const symbol = claimedSymbol(mints.get(asset.mint))
  return symbol === null ? shortAddress(asset.mint) : say('solana.claimedToken', { symbol })
}

/** Every digit; in smallest units where the decimal places are not known. */
export function assetAmount(context: AmountContext, asset: Asset, amount: bigint): string {
  if (asset.kind === 'sol') return solAmount(amount)
  const known = asset.mint === null ? null : knownToken(context.chain, asset.mint)
  const decimals = known?.decimals ?? context.mints.get(asset.mint ?? '')?.decimals
  const name = assetName(context, asset)
  return decimals === undefined
    ? say('approval.smallestUnits', { number: plainNumber(amount), token: name })
    : `${exactAmount(amount, decimals)} ${name}`
}
