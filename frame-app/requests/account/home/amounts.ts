/** Marks of direction that some languages' formats have in them: on the screen every amount stands apart (`<bdi>`). */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g

const format = (decimal: string, options: object) =>
  new Intl.NumberFormat(`${document.documentElement.lang || 'en'}-u-nu-latn`, options)
    .format(decimal as Intl.StringNumericLiteral)
    .replace(DIRECTION_MARKS, '')

/** Digits after the point that a row has room for. */
const FRACTION = 6
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
  const decimal = decimals > 0 ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits
  return format(
    decimal,
    point > TOO_LONG
      ? { notation: 'scientific', maximumSignificantDigits: 4, roundingMode: 'trunc' }
      : { maximumFractionDigits: FRACTION, roundingMode: 'trunc' },
  )
}

/** US dollars. */
export const shownCents = (value: bigint): string =>
  format(`${value / 100n}.${(value % 100n).toString().padStart(2, '0')}`, {
    style: 'currency',
    currency: 'USD',
    currencyDisplay: 'narrowSymbol',
    ...(value.toString().length > TOO_LONG && { notation: 'scientific', maximumSignificantDigits: 4 }),
  })
