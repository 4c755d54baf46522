import { describe, expect, it } from 'vitest'
import { readAmount, typedAmount } from './amount.ts'

describe('an amount of six decimals', () => {
  it.each<[string, '.' | ',', bigint]>([
    ['1', '.', 1_000_000n],
    ['1.5', '.', 1_500_000n],
    // A keyboard has the one or the other.
    ['1,5', '.', 1_500_000n],
    ['1.5', ',', 1_500_000n],
    ['.5', '.', 500_000n],
    ['7.', '.', 7_000_000n],
    ['0', '.', 0n],
    ['0,125', '.', 125_000n],
    ['1.000', '.', 1_000_000n],
    ['1,000', ',', 1_000_000n],
    ['12 345,5', ',', 12_345_500_000n],
    ['1234,567', '.', 1_234_567_000n],
    ['0.0000010', '.', 1n],
    ['٣٫٥', '.', 3_500_000n],
    ['۱۲', '.', 12_000_000n],
    ['１２．５', '.', 12_500_000n],
  ])('"%s" with the mark %s', (text, mark, value) => {
    expect(readAmount(text, 6, mark)).toEqual({ kind: 'amount', value })
  })

  it.each([
    ['1,000', '.', 'grouped'],
    ['1.000', ',', 'grouped'],
    ['1,000,000', '.', 'grouped'],
    ['1,000,000', ',', 'grouped'],
    ['1.000,5', ',', 'grouped'],
    ['1,000.5', '.', 'grouped'],
    ['1.2.3', '.', 'grouped'],
    ['0.0000001', '.', 'too-precise'],
    ['9'.repeat(61), '.', 'too-large'],
    ['-1', '.', 'unreadable'],
    ['1e18', '.', 'unreadable'],
    ['0x10', '.', 'unreadable'],
    ['.', '.', 'unreadable'],
    ['max', '.', 'unreadable'],
  ] as const)('"%s" with the mark %s is not guessed: %s', (text, mark, problem) => {
    expect(readAmount(text, 6, mark)).toEqual({ kind: 'problem', problem })
  })

  it('nothing is nothing', () => {
    for (const text of ['', '  ']) expect(readAmount(text, 6)).toEqual({ kind: 'empty' })
  })

  it('a coin without decimals takes no fraction', () => {
    expect(readAmount('3', 0, '.')).toEqual({ kind: 'amount', value: 3n })
    expect(readAmount('3.5', 0, '.')).toEqual({ kind: 'problem', problem: 'too-precise' })
  })
})

it('what is filled in is read as the very same amount, in every language', () => {
  for (const mark of ['.', ','] as const)
    for (const decimals of [0, 6, 18])
      for (const value of [0n, 1n, 10n, 999n, 1_000_000n, 123_456_789_012_345_678_901n])
        expect(readAmount(typedAmount(value, decimals, mark), decimals, mark)).toEqual({
          kind: 'amount',
          value,
        })
})
