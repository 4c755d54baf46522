import { expect, test } from 'vitest'
import { readRecentPrice } from './recent-price.ts'

const hex = (value: number) => `0x${value.toString(16)}`

/** A node with this history, and this present price. */
const node = (history: unknown, gasPrice: unknown) => async (method: string) => {
  const answer = { eth_feeHistory: history, eth_gasPrice: gasPrice }[method]
  if (answer === undefined) throw new Error(`The method ${method} is not available.`)
  return answer
}
/** Base fee and median tip of each block; `null`: nobody paid in it. */
const historyOf = (...blocks: ([number, number] | null)[]) => ({
  // The next block's base fee comes last.
  baseFeePerGas: [...blocks.map(block => hex(block?.[0] ?? 1)), hex(999)],
  gasUsedRatio: blocks.map(block => (block ? 0.5 : 0)),
  reward: blocks.map(block => [hex(block?.[1] ?? 0)]),
})

test.each([
  ['the median of base fee and tip', historyOf([10, 1], [500, 50], [20, 2]), hex(7), 22n],
  ['no block in which nobody paid', historyOf(null, [10, 1], null, null), hex(7), 11n],
  ['the present price where nobody paid lately', historyOf(null, null), hex(7), 7n],
  ['the present price where the node has no history', undefined, hex(7), 7n],
  ['the present price where the history is none', { baseFeePerGas: 'x', gasUsedRatio: [1] }, hex(7), 7n],
  ['nothing where gas is free', historyOf(null), hex(0), null],
  ['nothing where the present price is none', historyOf(null), 'x', null],
  ['nothing where the node tells nothing', undefined, undefined, null],
])('reads %s', async (_, history, gasPrice, expected) => {
  expect(await readRecentPrice(node(history, gasPrice))).toBe(expected)
})
