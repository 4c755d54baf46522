import type { SolanaChain } from '@vitrine/shared/chains/solana-clusters.ts'
import type { EmbeddedWallets } from '../../../config/embedded-wallets.ts'
import { shortAddress } from '../../../ui/short-address.ts'
import { say } from '../../../words/say.ts'
import { type Amount, inBothWays, type TwoWays } from '../../explain/amount.ts'
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
): TwoWays => inBothWays(lamportsOf(price, lamports), priceDisplay)

/** So much SOL, with its price. */
export const lamportsOf = (price: Price | null, lamports: bigint): Amount => ({
  token: null,
  symbol: 'SOL',
  decimals: SOL_DECIMALS,
  price,
  value: lamports,
})

/** So much of a token; `null` where its decimal places are not known. */
export function tokensOf(context: AmountContext, mint: string | null, value: bigint): Amount | null {
  const decimals = decimalsOf(context, mint)
  if (mint === null || decimals === undefined) return null
  return { token: mint, symbol: assetName(context, { kind: 'token', mint }), decimals, price: null, value }
}

const decimalsOf = ({ chain, mints }: AmountContext, mint: string | null): number | undefined =>
  mint === null ? undefined : (knownToken(chain, mint)?.decimals ?? mints.get(mint)?.decimals)

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
  const decimals = decimalsOf(context, asset.mint)
  const name = assetName(context, asset)
  return decimals === undefined
    ? say('approval.smallestUnits', { number: plainNumber(amount), token: name })
    : `${exactAmount(amount, decimals)} ${name}`
}
