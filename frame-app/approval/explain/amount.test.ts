import { expect, it } from 'vitest'
import { type Amount, sumInBothWays } from './amount.ts'
import { exactAmount, roundUp } from './numbers.ts'

const NATIVE = { primary: 'native-token', secondary: null } as const
const FIAT = { primary: 'fiat-currency', secondary: 'native-token' } as const
const price = { answer: 2_480_17000000n, decimals: 8 }
const ether = (value: bigint): Amount => ({ token: null, symbol: 'ETH', decimals: 18, price, value })
const tokens = (token: string, value: bigint): Amount => ({
  token,
  symbol: 'USDC',
  decimals: 6,
  price: null,
  value,
})

/** The same numbers each time, of very different sizes. */
function* amounts(): Generator<bigint> {
  let seed = 0x2545f491n
  for (let round = 0; round < 2_000; round++) {
    seed = (seed * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 64n
    yield seed % 10n ** BigInt(1 + (round % 22))
  }
}

/** What a person reads, as a number of the smallest unit. */
const readBack = (text: string, decimals: number) => {
  const [whole = '', fraction = ''] = text.replace(/[^\d.]/g, '').split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

it('the total as it is shown is the amount and the fee as they are shown, to the last digit', () => {
  for (const value of amounts()) {
    const fee = roundUp(value / 1_000n + 1n, 18)
    const { first } = sumInBothWays([ether(value), ether(fee)], NATIVE)
    const parts = readBack(exactAmount(value, 18), 18) + readBack(exactAmount(fee, 18), 18)
    expect(readBack(first, 18)).toBe(parts)
  }
})

it('so it is in dollars', () => {
  for (const value of amounts()) {
    const fee = roundUp(value / 1_000n + 1n, 18)
    const shown = (amount: bigint) => sumInBothWays([ether(amount)], FIAT).first
    // Less than a cent counts as nothing, and says so.
    const cents = (text: string) => (text.startsWith('<') ? 0n : readBack(text, 2))
    const total = cents(sumInBothWays([ether(value), ether(fee)], FIAT).first)
    expect(total).toBe(cents(shown(value)) + cents(shown(fee)))
  }
})

it('rounding a fee up adds less than a tenth of it, and never takes from it', () => {
  for (const value of amounts()) {
    const up = roundUp(value, 18)
    expect(up >= value).toBe(true)
    expect((up - value) * 10n <= value || value < 100n).toBe(true)
  }
})

it('two tokens of one name are two, and one without a price keeps all from being dollars', () => {
  const sum = sumInBothWays(
    [tokens('0xA', 5n), tokens('0xB', 7n), tokens('0xa', 1n), ether(10n ** 18n)],
    FIAT,
  )
  expect(sum).toEqual({ first: '0.000006 USDC + 0.000007 USDC + 1 ETH', beside: null })
})

it('a price that comes to more dollars than there are is none', () => {
  const absurd = { ...ether(10n ** 18n), price: { answer: 10n ** 30n, decimals: 0 } }
  expect(sumInBothWays([absurd], FIAT)).toEqual({ first: '1 ETH', beside: null })
})
