import { trimEnd } from '@vitrine/shared/trim-end.ts'
/** A language's separators, with the digits that addresses and ids are written in. */
export function locale(): string {
  const tag = typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en'
  return `${tag}-u-nu-latn`
}

/** Marks of direction that some languages' formats have in them: on the screen every part stands apart (`<bdi>`). */
export const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g

/**
 * Formats a decimal number with every digit. Firefox before 116 rounds a text to a double when it formats it, and a whole number of
 * type `bigint` never: so the digits after the point take the place of as many zeros.
 * @param whole decimal digits, with a minus sign for a negative number
 * @param fraction at most 20 decimal digits; zeros at the end are left out
 */
export function exactDecimal(whole: string, fraction: string): string {
  const digits = trimEnd(fraction, '0')
  const format = new Intl.NumberFormat(locale(), { minimumFractionDigits: digits.length })
  // There is no negative zero of type `bigint`.
  return format
    .formatToParts(whole === '-0' ? -0 : BigInt(whole))
    .map(({ type, value }) => (type === 'fraction' ? digits : value))
    .join('')
    .replace(DIRECTION_MARKS, '')
}
