import type { EmbeddedWallets } from '../../config/embedded-wallets.ts'
import { centsOf, dollars, exactAmount, type Price } from './numbers.ts'

type PriceDisplay = EmbeddedWallets['priceDisplay']

/** How a currency is written: a chain's own, or a token's. */
export interface Currency {
  /** Contract or mint; `null`: the chain's own. Two of one symbol are two. */
  readonly token: string | null
  readonly symbol: string
  readonly decimals: number
  /** `null`: there is no price that can be trusted. */
  readonly price: Price | null
}

/** An amount, and the same in the other way of counting, where there is one. */
export interface TwoWays {
  readonly first: string
  readonly beside: string | null
}

/** So much of a currency, in its smallest unit. */
export interface Amount extends Currency {
  readonly value: bigint
}

/** @returns in dollars first where there is a price and the app wants it so (contract §4.3) */
export const inBothWays = (amount: Amount, priceDisplay: PriceDisplay): TwoWays =>
  sumInBothWays([amount], priceDisplay)

/**
 * A sum that a person can redo: of the amounts as they are shown. One currency is one number; several stand one beside the
 * other. In dollars where every one has a price and the app wants it so.
 * @param amounts at least one
 */
export function sumInBothWays(amounts: readonly Amount[], priceDisplay: PriceDisplay): TwoWays {
  const native = byCurrency(amounts)
    .map(({ value, decimals, symbol }) => `${exactAmount(value, decimals)} ${symbol}`)
    .join(' + ')
  const cents = priceDisplay.primary === 'native-token' ? null : sumOfCents(amounts)
  return cents === null
    ? { first: native, beside: null }
    : {
        first: dollars(
          cents,
          amounts.some(({ value }) => value > 0n),
        ),
        beside: native,
      }
}

/** "At most" says nothing where it is what is expected. */
export const unlessSame = (most: string, expected: string): string | null => (most === expected ? null : most)

function sumOfCents(amounts: readonly Amount[]): bigint | null {
  let sum = 0n
  for (const { value, decimals, price } of amounts) {
    const cents = price && centsOf(value, decimals, price)
    if (cents === null) return null
    sum += cents
  }
  return sum
}

/** Amounts of one currency added up, in the order of the first of each. */
function byCurrency(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, Amount>()
  for (const amount of amounts) {
    const key = amount.token?.toLowerCase() ?? ''
    sums.set(key, { ...amount, value: amount.value + (sums.get(key)?.value ?? 0n) })
  }
  return [...sums.values()]
}
