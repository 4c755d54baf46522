import { CODE_LENGTH } from '@vitrine/shared/otp/code.ts'

/** Decimal digits of other scripts stand in runs of ten, whose zeros these are: Arabic, Persian, Devanagari, full-width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10]

/** A run of as many digits as a code has, also in two halves ("123 456", "123-456"), with no digit beside it. */
const CODE = /(?<!\d)(?:\d{6}|\d{3}[\s\u2010-\u2015-]\d{3})(?!\d)/
/** As a person types a code: digits, and what they put between them. */
const TYPED = /^[\d\s\u2010-\u2015.-]*$/

/**
 * The digits of what was typed or pasted ("123 456", "١٢٣٤٥٦"), at most six. Of a pasted message it is the code in it and no other
 * number ("Web3 Shop: 123456").
 */
export function codeDigits(text: string): string {
  const plain = [...text].map(inAscii).join('')
  const code = TYPED.test(plain) ? plain : (CODE.exec(plain)?.[0] ?? plain)
  return code.replace(/\D/g, '').slice(0, CODE_LENGTH)
}

function inAscii(character: string): string {
  const point = character.codePointAt(0) ?? 0
  const zero = ZEROS.find(start => point >= start && point < start + 10)
  return zero === undefined ? character : String(point - zero)
}
