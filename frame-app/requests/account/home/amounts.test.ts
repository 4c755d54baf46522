// @vitest-environment jsdom
import { afterEach, expect, it } from 'vitest'
import { shownAmount, shownCents } from './amounts.ts'

afterEach(() => {
  document.documentElement.lang = ''
})

it.each([
  [0n, 18, '0'],
  [1_500_000_000_000_000_000n, 18, '1.5'],
  // Never more than there is: what has no room is dropped.
  [1_999_999_999_999_999_999n, 18, '1.999999'],
  [999_999_999n, 6, '999.999999'],
  [1n, 18, '< 0.000001'],
  [1n, 6, '0.000001'],
  [12n, 0, '12'],
  [10n ** 15n * 10n ** 18n, 18, '1E15'],
  // What a hostile contract says: its decimals are a byte at most, its amounts a word.
  [2n ** 256n - 1n, 0, '1.157E77'],
  [2n ** 256n - 1n, 255, '< 0.000001'],
])('%d with %d decimals is %s', (value, decimals, shown) => {
  expect(shownAmount(value, decimals)).toBe(shown)
})

it('writes numbers as the language does, in the digits that amounts are compared in', () => {
  document.documentElement.lang = 'es'
  expect(shownAmount(1_500_000n, 6)).toBe('1,5')
  document.documentElement.lang = 'ar'
  expect(shownAmount(1_500_000n, 6)).toBe('1.5')
})

it.each([
  [0n, '$0.00'],
  [300_001n, '$3,000.01'],
  [10n ** 32n, '$1E30'],
])('%d cents are %s', (value, shown) => {
  expect(shownCents(value)).toBe(shown)
})
