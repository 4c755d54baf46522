import { expect, it } from 'vitest'
import { type Glimpse, isCovered, recent, steadySpan } from './steady-sight.ts'

const glimpse = (atMs: number, from: number, to: number): Glimpse => ({ atMs, span: { from, to } })
const nothing = (atMs: number): Glimpse => ({ atMs, span: null })

it.each([
  ['not long enough', [glimpse(0, 0, 20)], 399, null],
  ['for 400 ms', [glimpse(0, 0, 20)], 400, { from: 0, to: 20 }],
  ['for a moment, before it was scrolled away', [glimpse(0, 0, 20), nothing(200)], 700, null],
  ['with a break', [glimpse(0, 0, 20), nothing(300), glimpse(310, 0, 20)], 600, null],
  ['in part, while it is scrolled', [glimpse(0, 0, 20), glimpse(200, 12, 32)], 500, { from: 12, to: 20 }],
  ['in parts of which none stayed', [glimpse(0, 0, 20), glimpse(200, 20, 40)], 500, null],
  ['never', [], 1_000, null],
])('%s', (_name, glimpses, nowMs, expected) => {
  expect(steadySpan(glimpses, nowMs)).toEqual(expected)
})

it('needs nothing of what was before the last 400 ms but how they began', () => {
  const all = [glimpse(0, 0, 20), glimpse(100, 5, 25), glimpse(600, 10, 30)]
  expect(recent(all, 700)).toEqual(all.slice(1))
  expect(recent(all, 50)).toEqual(all)
  expect(steadySpan(recent(all, 700), 700)).toEqual(steadySpan(all, 700))
})

it.each([
  ['whole', [{ from: 0, to: 100 }], true],
  [
    'in parts that meet, in any order',
    [
      { from: 60, to: 100 },
      { from: 0, to: 61 },
    ],
    true,
  ],
  ['but for the end', [{ from: 0, to: 97 }], false],
  ['but for the beginning', [{ from: 3, to: 100 }], false],
  [
    'but for a line in the middle',
    [
      { from: 0, to: 40 },
      { from: 44, to: 100 },
    ],
    false,
  ],
  ['not at all', [], false],
])('was seen %s', (_name, seen, expected) => {
  expect(isCovered(seen, 100)).toBe(expected)
})
