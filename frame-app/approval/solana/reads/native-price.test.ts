import { describe, expect, it } from 'vitest'
import { PRICE_RECEIVER, TOKEN } from '../../../chains/solana/programs.ts'
import { type PriceAccount, priceAccountData } from '../../../chains/solana/testing/price-account.ts'
import { readSolPrice } from './native-price.ts'
import { SOL_PRICE_FEEDS } from './price-feeds.ts'

const feed = SOL_PRICE_FEEDS['solana:mainnet']
if (!feed) throw new Error('No feed')
const NOW = 1_900_000_000
const GOOD: PriceAccount = {
  id: feed.id,
  price: 15_012_345_678n,
  doubt: 9_000_000n,
  exponent: -8,
  at: NOW - 60,
  level: 1,
  name: 'PriceUpdateV2',
}
const read = (over: Partial<PriceAccount>, owner = PRICE_RECEIVER, length = 134) =>
  readSolPrice(
    feed,
    { owner, lamports: 1n, data: priceAccountData({ ...GOOD, ...over }).subarray(0, length) },
    NOW,
  )

describe('the price of SOL', () => {
  it('is the feed’s', () => {
    expect(read({})).toEqual({ answer: 15_012_345_678n, decimals: 8 })
    expect(read({ price: 151n, doubt: 1n, exponent: 0 })).toEqual({ answer: 151n, decimals: 0 })
  })

  it.each<[string, Partial<PriceAccount>]>([
    ['too old', { at: NOW - feed.maxAge - 1 }],
    ['from the future', { at: NOW + 61 }],
    ['nothing', { price: 0n, doubt: 0n }],
    ['below nothing', { price: -1n, doubt: 0n }],
    ['doubtful', { doubt: 15_012_345_678n / 50n + 1n }],
    ['another thing’s', { id: 'ff'.repeat(32) }],
    ['not fully verified', { level: 0 }],
    ['of another kind of account', { name: 'TwapUpdate' }],
    ['of an absurd exponent', { exponent: -19 }],
    ['of an exponent above nothing', { exponent: 1 }],
  ])('is none when it is %s', (_name, over) => expect(read(over)).toBeNull())

  it('is none in an account of another program, that is cut short, or that is not there', () => {
    expect(read({}, TOKEN)).toBeNull()
    expect(read({}, PRICE_RECEIVER, 108)).toBeNull()
    expect(readSolPrice(feed, null, NOW)).toBeNull()
    expect(readSolPrice(feed, undefined, NOW)).toBeNull()
  })
})
