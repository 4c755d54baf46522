import { describe, expect, it } from 'vitest'
import { fromBaseUnits, requireAmount, toBaseUnits } from './amount.ts'

const refused = (message: string) =>
  expect.objectContaining({ code: 'invalid_data', message: expect.stringContaining(message) })

describe('an amount of whole units', () => {
  it.each([
    ['12.5', 6, 12_500_000n],
    ['0.000001', 6, 1n],
    ['1.500000000', 6, 1_500_000n],
    ['7', 0, 7n],
    ['007', 2, 700n],
    [
      '123456789012345678901234567890.123456789012345678',
      18,
      123456789012345678901234567890123456789012345678n,
    ],
  ])('%s of %i decimals is exactly %s of the smallest', (amount, decimals, value) => {
    expect(toBaseUnits(amount, decimals)).toBe(value)
  })

  it.each([
    ['0.0000001', 6, 'more decimals than the currency, which has 6'],
    ['1.5', 0, 'more decimals'],
    ['0', 6, 'more than zero'],
    ['0.000', 6, 'more than zero'],
    ['-1', 6, 'must not be negative'],
    ['', 6, 'decimal number'],
    ['1e6', 6, 'decimal number'],
    ['1,5', 6, 'decimal number'],
    ['0x10', 6, 'decimal number'],
    ['.5', 6, 'decimal number'],
    ['5.', 6, 'decimal number'],
    ['Infinity', 6, 'decimal number'],
    ['1'.repeat(61), 6, 'decimal number'],
  ])('%s of %i decimals is refused', (amount, decimals, message) => {
    expect(() => toBaseUnits(amount, decimals)).toThrow(refused(message))
  })

  it('is read where the decimals are not known yet', () => {
    expect(() => requireAmount('0.123456789')).not.toThrow()
    expect(() => requireAmount('-1')).toThrow(refused('negative'))
  })

  it('comes back from the smallest units as it went', () => {
    for (const decimals of [0, 6, 18])
      for (const value of [1n, 10n, 1_000_000n, 123_456_789n, 10n ** 30n + 1n])
        expect(toBaseUnits(fromBaseUnits(value, decimals), decimals)).toBe(value)
  })
})
