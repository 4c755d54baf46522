/** US dollars for one whole unit of the native currency: `answer / 10 ** decimals`. */
export interface Price {
  readonly answer: bigint
  readonly decimals: number
}

/** A language's separators, with the digits that addresses and ids are written in. */
function locale(): string {
  const tag = typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en'
  return `${tag}-u-nu-latn`
}

/** Marks of direction that some languages' formats have in them: on the screen every part stands apart (`<bdi>`). */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g

const format = (decimal: string, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(locale(), options)
    .format(decimal as Intl.StringNumericLiteral)
    .replace(DIRECTION_MARKS, '')

/** Smallest units as a decimal number of whole ones. No chain family's library: both families count with this. */
function inUnits(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${value < 0n ? '-' : ''}${whole}${fraction && `.${fraction}`}`
}

/** Digits after the point that `Intl` can show; what has more is shown as it is. */
const MAX_FRACTION = 20

/** Every digit: a receipt does not round what leaves. */
export function exactAmount(value: bigint, decimals: number): string {
  const decimal = inUnits(value, decimals)
  return decimals <= MAX_FRACTION ? format(decimal, { maximumFractionDigits: MAX_FRACTION }) : decimal
}

/** For what is an estimate anyway, such as a fee: three decimals, or two digits of what is smaller. Never too little. */
export function roundAmount(value: bigint, decimals: number): string {
  const decimal = inUnits(value, decimals)
  const isSmall = value < 10n ** BigInt(Math.max(0, decimals - 3))
  return format(decimal, {
    roundingMode: 'ceil',
    ...(isSmall ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 3 }),
  } as Intl.NumberFormatOptions)
}

/** A plain number. */
export const plainNumber = (value: bigint | number) => new Intl.NumberFormat(locale()).format(value)

/** US dollars for an amount of native currency. */
export function dollars(wei: bigint, decimals: number, { answer, decimals: ofPrice }: Price): string {
  // Ten-thousandths of a dollar; what is less is not nothing.
  const small = (wei * answer * 10_000n) / 10n ** BigInt(decimals + ofPrice)
  const style = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
  if (small < 100n) return wei > 0n ? `< ${format('0.01', style)}` : format('0', style)
  return format(inUnits(small, 4), style)
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
