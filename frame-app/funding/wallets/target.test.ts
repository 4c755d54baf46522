import { expect, it } from 'vitest'
import type { Holding } from '../../portfolio/ports.ts'
import { ETHER } from '../../send/testing/holdings.ts'
import { sourcesOf } from './target.ts'
import { BASE, usdcHolding, usdcRequest } from './testing/funding.ts'

const amount = 10_000_000n
const bridging = usdcRequest({ isBridgingEnabled: true })
const elsewhere = usdcHolding({ key: 'base', chain: BASE })
const sources = (list: readonly Holding[], request = bridging) => sourcesOf({ list }, request, amount)

it('pays straight where the wallet has it on that chain, to the last unit', () => {
  const exact = usdcHolding({ amount })
  expect(sources([elsewhere, exact])).toEqual({ direct: exact, standing: 'enough', others: [] })
  expect(sources([usdcHolding({ amount: amount - 1n })]).standing).toBe('short')
})

it('finds the token whatever its address is capitalised like', () => {
  const token = usdcHolding().token?.toLowerCase() ?? ''
  expect(sources([usdcHolding({ token })]).standing).toBe('enough')
})

it('does not take what no node told for nothing, nor for enough', () => {
  expect(sources([usdcHolding({ amount: null })]).standing).toBe('unknown')
  expect(sources([]).standing).toBe('unknown')
})

it('offers a bridge from native currency and known USDC on other chains of the same kind', () => {
  const short = usdcHolding({ amount: 1n })
  const ether = { ...ETHER, key: 'eth-base', chain: BASE }
  const bad = [
    { ...ETHER, key: 'same chain' },
    usdcHolding({ key: 'test', chain: { ...BASE, isTestnet: true } }),
    usdcHolding({ key: 'nothing', chain: BASE, amount: 0n }),
    usdcHolding({ key: 'unread', chain: BASE, amount: null }),
    usdcHolding({ key: 'claimed', chain: BASE, origin: 'watched' }),
    usdcHolding({ key: 'no depository', chain: { ...BASE, id: 288 } }),
    usdcHolding({ key: 'other token', chain: BASE, symbol: 'TUSD' }),
  ]
  expect(sources([short, elsewhere, ether, ...bad]).others).toEqual([elsewhere, ether])
})

it('offers no bridge where the app has none', () => {
  expect(sources([elsewhere], usdcRequest()).others).toEqual([])
})
