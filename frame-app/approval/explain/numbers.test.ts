import { describe, expect, it } from 'vitest'
import { centsOf, dateAndTime, dollars, exactAmount, roundUp } from './numbers.ts'

describe('an exact amount', () => {
  it.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_234_567_890_123_456_789n, 18, '1.234567890123456789'],
    [10n ** 18n, 18, '1'],
    [1_234_560_000n, 6, '1,234.56'],
    [7n, 0, '7'],
    [2n ** 256n - 1n, 0, (2n ** 256n - 1n).toLocaleString('en')],
    [1n, 30, `0.${'0'.repeat(29)}1`],
  ])('%s of %i decimals is %s', (value, decimals, expected) => {
    expect(exactAmount(value, decimals)).toBe(expected)
  })
})

describe('a rounded amount', () => {
  it.each([
    [1_234_100_000_000_000_000n, '1.235'],
    [1_000_000_000_000_000n, '0.001'],
    [31_415_926_535_897n, '0.000032'],
    [1n, '0.000000000000000001'],
    [0n, '0'],
    [999_600_000_000_000n, '0.001'],
    [1_234_000_000_000_000n, '0.0013'],
  ])('%s is never too little: %s', (value, expected) => {
    expect(exactAmount(roundUp(value, 18), 18)).toBe(expected)
  })
})

describe('dollars', () => {
  const price = { answer: 2_000_00000000n, decimals: 8 }
  it.each([
    [10n ** 18n, '$2,000.00'],
    [10n ** 15n, '$2.00'],
    [4_000_000_000_000n, '< $0.01'],
    [0n, '$0.00'],
    [5_000_000_000_000n, '$0.01'],
  ])('of %s wei are %s', (wei, expected) => {
    expect(dollars(centsOf(wei, 18, price) ?? -1n, wei > 0n)).toBe(expected)
  })
})

it('a number beyond the calendar is no date', () => {
  expect(dateAndTime(1_900_000_000n)).toMatch(/2030/)
  expect(dateAndTime(2n ** 48n - 1n)).toBeNull()
  expect(dateAndTime(-1n)).toBeNull()
})

it('more dollars than there are is no price', () => {
  expect(centsOf(10n ** 18n, 18, { answer: 10n ** 30n, decimals: 0 })).toBeNull()
})
