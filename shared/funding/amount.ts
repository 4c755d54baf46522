import { clientError } from '../errors/vitrine-error.ts'
import { trimEnd } from '../trim-end.ts'

/** Above every supply; a longer number is a mistake, or an attack on the layout. */
const MAX_DIGITS = 60

/**
 * A decimal number of whole units as the smallest ones, exactly.
 * @param amount digits with at most one point, e.g. `"12.5"`; no sign, no exponent, no parted thousands
 * @param decimals of the currency
 * @throws VitrineError `invalid_data` for anything else, for zero, and for more decimals than the currency has
 */
export function toBaseUnits(amount: string, decimals: number): bigint {
  const [, whole = '', fraction = ''] = readDecimal(amount)
  const significant = trimEnd(fraction, '0')
  if (significant.length > decimals)
    throw clientError(
      'invalid_data',
      `The amount ${amount} has more decimals than the currency, which has ${decimals}.`,
    )
  return BigInt(whole + significant.padEnd(decimals, '0'))
}

/**
 * Throws for what is no amount, where the decimals of the currency are still to be read.
 * @throws VitrineError `invalid_data`
 */
export function requireAmount(amount: string): void {
  readDecimal(amount)
}

/** The smallest units as a decimal number of whole ones, exactly: the inverse of `toBaseUnits`. */
export function fromBaseUnits(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const fraction = trimEnd(digits.slice(digits.length - decimals), '0')
  return digits.slice(0, digits.length - decimals) + (decimals > 0 && fraction !== '' ? `.${fraction}` : '')
}

function readDecimal(amount: string): RegExpExecArray {
  if (/^\s*-/.test(amount)) throw clientError('invalid_data', 'The amount must not be negative.')
  const found = amount.length > MAX_DIGITS ? null : /^(\d+)(?:\.(\d+))?$/.exec(amount)
  if (!found)
    throw clientError('invalid_data', 'The amount must be a decimal number as text, such as "12.5".')
  if (!/[1-9]/.test(amount)) throw clientError('invalid_data', 'The amount must be more than zero.')
  return found
}
