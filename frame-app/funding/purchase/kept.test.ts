import { expect, it } from 'vitest'
import { ETHER, onBase } from '../testing/requests.ts'
import { keptFunding } from './kept.ts'

const CARD = { method: 'card', provider: 'coinbase' } as const
const request = onBase({ supportedOptions: [CARD] })
const order = { request, method: 'card', amount: '25' } as const
const HOUR = 60 * 60_000

function setUp(first: string | null = null) {
  let text = first
  let now = 1_000_000_000_000
  const kept = keptFunding(
    {
      read: () => text,
      write(written) {
        text = written
      },
    },
    () => now,
  )
  return {
    kept,
    text: () => text,
    pass(ms: number) {
      now += ms
    },
  }
}

it('a purchase that was begun is found again, with how and how much', () => {
  const { kept } = setUp()
  kept.remember(order, 'coinbase', 'fund_1')
  expect(kept.purchasesOf(request, 'coinbase', 'card')).toEqual(['fund_1'])
  expect(kept.latest(request)).toEqual({ option: CARD, amount: '25' })
})

it('it is one of its asset, company and way alone, and of a way that is still offered', () => {
  const { kept } = setUp()
  kept.remember(order, 'coinbase', 'fund_1')
  expect(kept.purchasesOf(request, 'moonpay', 'card')).toEqual([])
  expect(kept.purchasesOf(request, 'coinbase', 'exchange')).toEqual([])
  expect(kept.latest(onBase({ asset: ETHER, supportedOptions: [CARD] }))).toBeNull()
  expect(kept.latest(onBase())).toBeNull()
})

it('what has its end, or is an hour old, is forgotten; then nothing is kept', () => {
  const { kept, text, pass } = setUp()
  kept.remember(order, 'coinbase', 'fund_1')
  kept.remember(order, 'coinbase', 'fund_2')
  kept.forget(['fund_1'])
  expect(kept.purchasesOf(request, 'coinbase', 'card')).toEqual(['fund_2'])
  pass(HOUR)
  expect(kept.latest(request)).toBeNull()
  kept.forget(['fund_2'])
  expect(text()).toBe('')
})

it('what a wallet had when its person was shown where to send outlives the page', () => {
  const { kept, pass } = setUp()
  expect(kept.baselineOf(request)).toBeNull()
  kept.keepBaseline(request, 3n)
  kept.keepBaseline(request, 7n)
  expect(kept.baselineOf(request)).toBe(7n)
  expect(kept.baselineOf(onBase({ asset: ETHER }))).toBeNull()
  pass(HOUR)
  expect(kept.baselineOf(request)).toBeNull()
})

it.each(['', 'nonsense', '{}', '{"purchases":[{"id":1}],"baselines":[]}', '[]'])(
  'takes %j for nothing, and writes over it',
  text => {
    const { kept } = setUp(text)
    expect(kept.latest(request)).toBeNull()
    kept.remember(order, 'coinbase', 'fund_1')
    expect(kept.latest(request)).not.toBeNull()
  },
)
