import { expect, it } from 'vitest'
import { codeDigits } from './code-digits.ts'

it.each([
  ['typed', '123', '123'],
  ['pasted with a gap', ' 123 456\n', '123456'],
  ['pasted with its sentence', 'Your code: 123-456.', '123456'],
  ['too long', '12345678', '123456'],
  ['Arabic-Indic digits', '١٢٣٤٥٦', '123456'],
  ['Persian digits', '۱۲۳۴۵۶', '123456'],
  ['Devanagari digits', '१२३४५६', '123456'],
  ['full-width digits', '１２３４５６', '123456'],
  ['nothing of use', 'code', ''],
])('reads a code that is %s', (_case, text, digits) => {
  expect(codeDigits(text)).toBe(digits)
})
