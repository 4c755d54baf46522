import { expect, test } from 'vitest'
import { isUnusualFee } from './unusual-fee.ts'

const ETHER = 10n ** 18n
const dollars = (answer: bigint) => ({ answer, decimals: 0 })
const fee = (maxFee: bigint, usualFee: bigint | null, value = 0n) => ({
  ...{ maxFee, usualFee },
  unsigned: { value: `0x${value.toString(16)}` } as never,
})

test.each([
  ['more than 100 dollars', fee(ETHER / 20n + ETHER / 10_000n, ETHER / 20n), dollars(2_000n)],
  ['many times the usual, of a few dollars', fee(ETHER / 1_000n, 1n), dollars(2_000n)],
  ['many times the value', fee(ETHER / 100n, ETHER / 100n, ETHER / 2_000n), dollars(2_000n)],
  ['more than can be counted', fee(ETHER * ETHER, ETHER * ETHER), dollars(2_000n)],
  ['more than that, of unknown worth', fee(10n * ETHER + 1n, ETHER), null],
])('calls a fee unusually high: %s', (_, prepared, price) => {
  expect(isUnusualFee(prepared, price, 18)).toBe(true)
})

test.each([
  ['a usual fee', fee(ETHER / 10_000n, ETHER / 20_000n), dollars(2_000n)],
  ['100 dollars', fee(ETHER / 20n, ETHER / 20n), dollars(2_000n)],
  ['10 coins that are worth a cent together', fee(10n * ETHER, ETHER), { answer: 1n, decimals: 3 }],
  ['many times the usual, of a few cents', fee(ETHER / 10_000n, 1n), dollars(2_000n)],
  ['many times the value, of two dollars', fee(ETHER / 1_000n, ETHER / 1_000n, 1n), dollars(2_000n)],
  ['ten times the usual, of unknown worth', fee(10n * ETHER, ETHER), null],
  ['a coin of unknown worth, where nothing is usual', fee(ETHER, null, 1n), null],
])('does not call it so: %s', (_, prepared, price) => {
  expect(isUnusualFee(prepared, price, 18)).toBe(false)
})
