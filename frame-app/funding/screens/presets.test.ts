import { expect, it } from 'vitest'
import { ETHER, onBase } from '../testing/requests.ts'
import { presetsOf } from './presets.ts'

it('USDC is offered by the dollar', () => {
  expect(presetsOf(onBase(), null)).toEqual([
    { label: '$10', value: 10_000_000n },
    { label: '$25', value: 25_000_000n },
    { label: '$50', value: 50_000_000n },
    { label: '$100', value: 100_000_000n },
  ])
})

it('a currency with a price is too, with no more digits than a person reads, and never less than its worth', () => {
  const presets = presetsOf(onBase({ asset: ETHER, isUSDC: false }), {
    answer: 300_000_000_000n,
    decimals: 8,
  })
  expect(presets.map(({ label }) => label)).toEqual(['$10', '$25', '$50', '$100'])
  // A three-hundredth of an ether, rounded up to three digits.
  expect(presets[0]?.value).toBe(3_340_000_000_000_000n)
})

it('one without a price is offered by parts of one', () => {
  expect(presetsOf(onBase({ asset: ETHER, isUSDC: false }), null)).toEqual([
    { label: '0.01 ETH', value: 10n ** 16n },
    { label: '0.05 ETH', value: 5n * 10n ** 16n },
    { label: '0.1 ETH', value: 10n ** 17n },
  ])
  const coarse = { ...ETHER, decimals: 0 }
  expect(presetsOf(onBase({ asset: coarse, isUSDC: false }), null)).toEqual([])
})
