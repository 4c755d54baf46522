import { expect, test } from 'vitest'
import { readPhoneNumber } from './phone-number.ts'

test.each([
  ['(202) 555-0123', '+12025550123', '+1 202 555 0123', 'US'],
  ['202.555.0123', '+12025550123', '+1 202 555 0123', 'US'],
  ['1 202 555 0123', '+12025550123', '+1 202 555 0123', 'US'],
  ['+1 202 555 0123', '+12025550123', '+1 202 555 0123', 'US'],
  ['+44 7911 123456', '+447911123456', '+44 7911 123456', 'GG'],
  ['+49 (0) 1512 3456789', '+4915123456789', '+49 1512 3456789', 'DE'],
  ['+33612345678', '+33612345678', '+33 6 12 34 56 78', 'FR'],
  ['+12045550123', '+12045550123', '+1 204 555 0123', 'CA'],
  ['+52 1 55 1234 5678', '+525512345678', '+52 55 1234 5678', 'MX'],
  ['+5215512345678', '+525512345678', '+52 55 1234 5678', 'MX'],
  // Area codes that are in use, and that the library does not know yet.
  ['+1 679 555 0123', '+16795550123', '+1 679 555 0123', '+1'],
  ['(621) 555-0123', '+16215550123', '+1 621 555 0123', 'US'],
])('%s is %s, shown as %s, of %s', (written, e164, display, country) => {
  expect(readPhoneNumber(written)).toEqual({ e164, display, country })
})

test.each([
  ['too short', '12345'],
  ['too long', '+12025550123456'],
  ['a British number without +', '07911 123456'],
  ['with an extension', '+1 202 555 0123 ext. 5'],
  ['a premium line', '+1 900 555 0123'],
  ['a British premium line', '+44 909 879 0123'],
  ['a number that is free to call', '+1 800 555 0123'],
  ['a Mexican number with a digit too many', '+52 1 155 1234 5678'],
  ['an emergency number', '911'],
  ['words', 'call me'],
  ['inside other text', 'my number is +12025550123'],
])('%s is refused', (_name, written) => {
  expect(readPhoneNumber(written)).toBeNull()
})
