import type { PreparedTransaction } from '../../../chains/ethereum/ports.ts'
import { centsOf, type Price } from '../../explain/numbers.ts'

/** A fee of more than 100 dollars is pointed out, whatever the chain usually takes. */
const HIGH_CENTS = 10_000n
/** A fee below one dollar is never pointed out: it may be many times the usual on a chain where gas costs next to nothing. */
const SMALL_CENTS = 100n
/** A wallet's margins and a site's own limits make a fee a few times the usual, and nobody loses by them. */
const TIMES_USUAL = 10n
/** A fee of more than five dollars that is more than ten times the value sent is probably not what the user means. */
const NOTABLE_CENTS = 500n
const TIMES_VALUE = 10n

/** Decides whether a fee is high on every chain. Nothing is known of it without a price. */
export const isHighFee = (maxFee: bigint, price: Price | null, decimals: number): boolean => {
  const cents = price && centsOf(maxFee, decimals, price)
  return price !== null && (cents === null || cents > HIGH_CENTS)
}

/**
 * Decides whether a fee is unusually high: by its worth where the currency has a price, else by what the chain has taken lately.
 * An amount of the currency alone says nothing: 0.05 is a fortune on one chain and a fraction of a cent on another.
 *
 * @param price US dollars for one whole unit of the chain's currency; `null`: unknown
 * @param decimals of the chain's currency
 */
export function isUnusualFee(
  { maxFee, usualFee, unsigned }: Pick<PreparedTransaction, 'maxFee' | 'usualFee' | 'unsigned'>,
  price: Price | null,
  decimals: number,
): boolean {
  const isFarAboveUsual = usualFee !== null && maxFee > usualFee * TIMES_USUAL
  if (price === null) return isFarAboveUsual
  const cents = centsOf(maxFee, decimals, price)
  // More than can be counted.
  if (cents === null || cents > HIGH_CENTS) return true
  const value = BigInt(unsigned.value ?? 0)
  const isManyTimesValue = value > 0n && maxFee > value * TIMES_VALUE && cents > NOTABLE_CENTS
  return isManyTimesValue || (isFarAboveUsual && cents >= SMALL_CENTS)
}
