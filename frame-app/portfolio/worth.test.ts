import { describe, expect, it } from 'vitest'
import type { Holding } from './ports.ts'
import { byWorth, centsOf, totalCents } from './worth.ts'

const holding = (over: Partial<Holding> = {}): Holding => ({
  key: 'k',
  chain: { type: 'ethereum', id: 1, name: 'Ethereum', isTestnet: false },
  token: '0x1',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  amount: 1_000_000n,
  price: { answer: 1n, decimals: 0 },
  logoUrl: null,
  origin: 'known',
  borrows: null,
  ...over,
})
const dollar = { answer: 100_000_000n, decimals: 8 }

describe('a total', () => {
  it('is exact to the cent where a number of JavaScript is not', () => {
    // 90,071,992,547,409.93 dollars: beyond 2^53 cents, and never rounded up.
    const amount = 90_071_992_547_409_939_999n
    expect(totalCents([holding({ amount, price: dollar })])).toBe(9_007_199_254_740_993n)
  })

  it('adds parts of a cent before it cuts them', () => {
    const third = holding({ amount: 3_334n, price: dollar })
    expect(totalCents([third, third, third])).toBe(1n)
  })

  it('leaves out what has no price or was not read, and is none where nothing has one', () => {
    const unknown = [holding({ price: null }), holding({ amount: null })]
    expect(totalCents([...unknown, holding()])).toBe(100n)
    expect(totalCents(unknown)).toBeNull()
    expect(totalCents([])).toBeNull()
  })

  it('takes the largest amounts and prices without losing a digit', () => {
    const amount = 2n ** 256n - 1n
    expect(totalCents([holding({ amount, decimals: 0, price: { answer: 10n ** 9n, decimals: 0 } })])).toBe(
      amount * 10n ** 11n,
    )
  })
})

it('is cut, not rounded, for one amount', () => {
  expect(centsOf(1_999_999n, 6, dollar)).toBe(199n)
  expect(centsOf(9_999n, 6, dollar)).toBe(0n)
})

it('lists native currencies first, then by worth, then what is held; test networks last', () => {
  const names = [
    { key: 'test', chain: { type: 'ethereum', id: 2, name: 'Test', isTestnet: true }, token: null },
    { key: 'held', price: null },
    { key: 'none', amount: 0n, price: null },
    { key: 'unknown', amount: null, price: null },
    { key: 'little' },
    { key: 'much', amount: 2_000_000n },
    { key: 'native', token: null, amount: 0n },
  ] as const
  const keys = byWorth(names.map(it => holding(it as Partial<Holding>))).map(({ key }) => key)
  expect(keys).toEqual(['native', 'much', 'little', 'held', 'none', 'unknown', 'test'])
})
