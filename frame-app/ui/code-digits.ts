import { CODE_LENGTH } from '@vitrine/shared/otp/code.ts'

/** Decimal digits of other scripts stand in runs of ten, whose zeros these are: Arabic, Persian, Devanagari, full-width. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xff10]

/** The digits of what was typed or pasted ("123 456", "Your code: 123456", "١٢٣٤٥٦"), at most six. */
export function codeDigits(text: string): string {
  let digits = ''
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const zero = ZEROS.find(start => point >= start && point < start + 10)
    if (zero !== undefined) digits += String(point - zero)
  }
  return digits.slice(0, CODE_LENGTH)
}
