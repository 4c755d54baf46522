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
  ['in a message whose site has a digit', 'Web3 Shop のコード: 123456', '123456'],
  ['in a message with its halves apart', 'Code 3 of Shop 24: 123 456. Valid for 10 minutes.', '123456'],
  ['in a message after a longer number', 'Order 1234567: your code is 654321', '654321'],
  ['in a message of full-width digits', 'Web3：１２３４５６', '123456'],
  ['in an SMS that is bound to its origin (WebOTP)', 'Shop2: 123456\n@wallet.example #123456', '123456'],
])('reads a code that is %s', (_case, text, digits) => {
  expect(codeDigits(text)).toBe(digits)
})
