import { expect, test } from 'vitest'
import type { GasPrice } from './ports.ts'
import { raisedPrice } from './raised-price.ts'

const market = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): GasPrice => ({
  maxFeePerGas,
  maxPriorityFeePerGas,
})

test.each<[string, GasPrice, GasPrice, GasPrice]>([
  ['an eighth above the old price', { gasPrice: 100n }, { gasPrice: 800n }, { gasPrice: 900n }],
  ['an eighth rounded up', { gasPrice: 1n }, { gasPrice: 9n }, { gasPrice: 11n }],
  ['the present price where that is more', { gasPrice: 2_000n }, { gasPrice: 800n }, { gasPrice: 2_000n }],
  ['an eighth above both old fees', market(10n, 1n), market(800n, 80n), market(900n, 90n)],
  ['both present fees where they are more', market(2_000n, 200n), market(800n, 80n), market(2_000n, 200n)],
  ['the room for the present base fee', market(2_000n, 10n), market(800n, 80n), market(2_080n, 90n)],
  ['the raised limit where the tip alone has grown', market(100n, 95n), market(800n, 8n), market(900n, 95n)],
  ['both fees of a transaction that had one price', market(10n, 1n), { gasPrice: 800n }, market(909n, 900n)],
])('a replacement pays %s', (_, present, old, expected) => {
  expect(raisedPrice(present, old)).toEqual(expected)
})
