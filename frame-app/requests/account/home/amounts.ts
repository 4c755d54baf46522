import { exactDecimal } from '../../../approval/explain/exact-decimal.ts'

/** Marks of direction that some languages' formats have in them: on the screen every amount stands apart (`<bdi>`). */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g

const format = (decimal: string, options: object) =>
  new Intl.NumberFormat(`${document.documentElement.lang || 'en'}-u-nu-latn`, options)
    .format(decimal as Intl.StringNumericLiteral)
    .replace(DIRECTION_MARKS, '')

/** Digits after the point that a row has room for. */
const FRACTION = 6
/** Digits of a number that is shown by its power of ten. */
const SIGNIFICANT = 4
/** From here on all digits of a number are more than a row has room for. */
const TOO_LONG = 15

/**
 * What a wallet has of a coin, for one line: never more than it is, so digits that have no room are dropped and not rounded up.
 * @param value smallest units. @param decimals of the contract, which may say anything
 */
export function shownAmount(value: bigint, decimals: number): string {
  if (value > 0n && value * 10n ** BigInt(FRACTION) < 10n ** BigInt(decimals))
    return `< ${format(`0.${'0'.repeat(FRACTION - 1)}1`, { maximumFractionDigits: FRACTION })}`
  const digits = value.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  // Cut by hand: `roundingMode` is newer than the oldest browsers, which round up without it.
  if (point > TOO_LONG)
    return format(digits.slice(0, SIGNIFICANT).padEnd(point, '0'), {
      notation: 'scientific',
      maximumSignificantDigits: SIGNIFICANT,
    })
  return exactDecimal(digits.slice(0, point), digits.slice(point, point + FRACTION))
}

/** US dollars. */
export const shownCents = (value: bigint): string =>
  format(`${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...(value.toString().length > TOO_LONG && { notation: 'scientific', maximumSignificantDigits: 4 }),
  })
