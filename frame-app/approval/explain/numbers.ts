import { trimEnd } from '@vitrine/shared/trim-end.ts'
import { DIRECTION_MARKS, exactDecimal, locale } from './exact-decimal.ts'

/** US dollars for one whole unit of a currency: `answer / 10 ** decimals`. */
export interface Price {
  readonly answer: bigint
  readonly decimals: number
}

const format = (decimal: string, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale(), options)
    .format(decimal as Intl.StringNumericLiteral)
    .replace(DIRECTION_MARKS, '')

/** Smallest units as a decimal number of whole ones. No chain family's library: both families count with this. */
function inUnits(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = trimEnd(digits.slice(digits.length - decimals), '0')
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** Digits after the point that `Intl` can show; what has more is shown as it is. */
const MAX_FRACTION = 20

/** Every digit: a receipt does not round what leaves. */
export function exactAmount(value: bigint, decimals: number): string {
  const decimal = inUnits(value, decimals)
  const [whole = '', fraction = ''] = decimal.split('.')
  return decimals <= MAX_FRACTION ? exactDecimal(whole, fraction) : decimal
}

/**
 * Rounds up what is an estimate anyway, such as a fee, to thousandths, or two digits of what is smaller: never too little. Sums are
 * made of the rounded number, so that a person gets to the same.
 */
export function roundUp(value: bigint, decimals: number): bigint {
  const places = BigInt(value.toString().length) - 2n
  const least = BigInt(Math.max(0, decimals - 3))
  const unit = 10n ** (places < 0n ? 0n : places < least ? places : least)
  return ((value + unit - 1n) / unit) * unit
}

/** A plain number. */
export const plainNumber = (value: bigint | number) => new Intl.NumberFormat(locale()).format(value)

/** Ten-thousandths of a dollar. */
const CENT = 100n
/** More dollars than there are: a price that says so is a mistake, or a lie. */
const MAX_CENTS = 10n ** 17n

/**
 * US cents, rounded as they are shown. What is less than a cent counts as nothing, and is shown as "less than a cent".
 * @returns `null` for more than there can be
 */
export function centsOf(
  value: bigint,
  decimals: number,
  { answer, decimals: ofPrice }: Price,
): bigint | null {
  const small = (value * answer * 10_000n) / 10n ** BigInt(decimals + ofPrice)
  const cents = small < CENT ? 0n : (small + CENT / 2n) / CENT
  return cents > MAX_CENTS ? null : cents
}

/** @param isMore there is more than nothing, although it comes to no cent */
export function dollars(cents: bigint, isMore: boolean): string {
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
  return cents === 0n && isMore ? `< ${format('0.01', style)}` : format(inUnits(cents, 2), style)
}

/** The end of the year 9999: beyond it a number is no date. */
const LAST_SECOND = 253_402_300_799n

/** A day and minute of the person's own clock; `null` for what is no date. @param seconds unix */
export function dateAndTime(seconds: bigint): string | null {
  if (seconds < 0n || seconds > LAST_SECOND) return null
  const options = { dateStyle: 'medium', timeStyle: 'short' } as const
  return new Intl.DateTimeFormat(locale(), options)
    .format(new Date(Number(seconds) * 1_000))
    .replace(DIRECTION_MARKS, '')
}
