import { trimEnd } from '@vitrine/shared/trim-end.ts'
/** What a person typed as an amount, read. `value`: smallest units. */
export type ReadAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly value: bigint }
  | { readonly kind: 'problem'; readonly problem: AmountProblem }

/** `grouped`: a point or comma that may part thousands or begin a fraction, by the reader's language. */
export type AmountProblem = 'unreadable' | 'grouped' | 'too-precise' | 'too-large'

/** Above every supply; a longer number is a mistake, or an attack on the layout. */
const MAX_DIGITS = 60

/** What parts whole from fraction in the language of the screen. */
export function decimalMark(): '.' | ',' {
  const tag = globalThis.document?.documentElement.lang || 'en'
  const parts = new Intl.NumberFormat(`${tag}-u-nu-latn`).formatToParts(0.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

/** Digits of Arabic and Persian keyboards, and of Japanese ones, as the digits of addresses. */
const plainDigits = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, digit => String((digit.codePointAt(0) ?? 0) & 15))
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',')

/**
 * Reads an amount. A point and a comma both begin a fraction, as keyboards have only one of them; but "1,000" is a thousand to
 * some and one to others, so where the language parts thousands with it, it is not guessed.
 */
export function readAmount(typed: string, decimals: number, mark = decimalMark()): ReadAmount {
  const text = plainDigits(typed).replace(/\s/g, '')
  if (text === '') return { kind: 'empty' }
  const problem = (problem: AmountProblem): ReadAmount => ({ kind: 'problem', problem })
  if (/^\d{1,3}([.,])\d{3}(?:\1\d{3})+|[.,]\d*[.,]/.test(text)) return problem('grouped')
  const found = /^(\d*)(?:([.,])(\d*))?$/.exec(text)
  const [, whole = '', separator, fraction = ''] = found ?? []
  if (found === null || whole + fraction === '') return problem('unreadable')
  const isGroup = separator !== undefined && separator !== mark && fraction.length === 3
  if (isGroup && /^[1-9]\d{0,2}$/.test(whole)) return problem('grouped')
  if (whole.length + fraction.length > MAX_DIGITS) return problem('too-large')
  const significant = trimEnd(fraction, '0')
  if (significant.length > decimals) return problem('too-precise')
  return { kind: 'amount', value: BigInt(whole + significant.padEnd(decimals, '0')) }
}

/** The same amount as a person would type it: every digit, no parted thousands. */
export function typedAmount(value: bigint, decimals: number, mark = decimalMark()): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const fraction = trimEnd(digits.slice(digits.length - decimals), '0')
  return digits.slice(0, digits.length - decimals) + (decimals > 0 && fraction ? mark + fraction : '')
}
