import type { EmbeddedWallets } from '../../config/embedded-wallets.ts'
import { dollars, exactAmount, type Price, roundAmount } from './numbers.ts'

/** How a chain's native currency is written. */
export interface NativeCurrency {
  readonly symbol: string
  readonly decimals: number
  /** `null`: there is no price that can be trusted. */
  readonly price: Price | null
  /** The app's choice (contract §4.3). */
  readonly priceDisplay: EmbeddedWallets['priceDisplay']
}

/** An amount, and the same in the other way of counting, where there is one. */
export interface TwoWays {
  readonly first: string
  readonly beside: string | null
}

/** @param value in the smallest unit. @returns in dollars first where there is a price and the app wants it so */
export function nativeInBothWays(
  { symbol, decimals, price, priceDisplay }: NativeCurrency,
  value: bigint,
  { isEstimate = false } = {},
): TwoWays {
  const native = `${isEstimate ? roundAmount(value, decimals) : exactAmount(value, decimals)} ${symbol}`
  return price === null || priceDisplay.primary === 'native-token'
    ? { first: native, beside: null }
    : { first: dollars(value, decimals, price), beside: native }
}
