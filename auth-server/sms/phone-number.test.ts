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
])('%s is %s, shown as %s, of %s', (written, e164, display, country) => {
  expect(readPhoneNumber(written)).toEqual({ e164, display, country })
})

test.each([
  ['too short', '12345'],
  ['too long', '+12025550123456'],
  ['no such area', '+1 123 555 0123'],
  ['a British number without +', '07911 123456'],
  ['with an extension', '+1 202 555 0123 ext. 5'],
  ['a premium line', '+1 900 555 0123'],
  ['an emergency number', '911'],
  ['words', 'call me'],
  ['inside other text', 'my number is +12025550123'],
])('%s is refused', (_name, written) => {
  expect(readPhoneNumber(written)).toBeNull()
})
