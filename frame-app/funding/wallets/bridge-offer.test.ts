import type { BridgeQuote } from '@vitrine/shared/api/funding.ts'
import { expect, it } from 'vitest'
import { externalWallet, wallet } from '../../ui/testing/fake-kernel.ts'
import { checkOffer, isWorse } from './bridge-offer.ts'
import {
  approving,
  BASE,
  DEPOSITORY,
  giving,
  quote,
  USDC,
  usdcHolding,
  usdcRequest,
} from './testing/funding.ts'

const holding = usdcHolding({ chain: BASE })
const native = usdcHolding({ chain: BASE, token: null })
const task = { payer: externalWallet.address, holding, request: usdcRequest(), amount: 10_000_000n }
type Step = BridgeQuote['transactions'][number]

/** The quote with a change to its approval, or to its deposit. */
const withStep = (kind: Step['kind'], change: Partial<Step>) =>
  quote({ transactions: quote().transactions.map(it => (it.kind === kind ? { ...it, ...change } : it)) })
const [approve, deposit] = quote().transactions as [Step, Step]

/** The deposit by itself, with a change. */
const alone = (change: Partial<Step>) => quote({ transactions: [{ ...deposit, ...change }] })

it('takes an approval of what leaves, then the deposit, as they were offered', () => {
  const offer = checkOffer(quote(), task)
  expect(offer).toMatchObject({ amountIn: 10_100_000n, amountOut: 10_000_000n, minimumAmountOut: 9_900_000n })
  expect(offer.steps).toEqual([
    { kind: 'approve', transaction: { to: USDC, value: 0n, data: approve.data } },
    { kind: 'deposit', transaction: { to: DEPOSITORY, value: 0n, data: '0x12345678' } },
  ])
})

it('takes a deposit that is the token’s own transfer, and one of the native currency', () => {
  const transfer = { ...deposit, to: USDC, data: `${giving(DEPOSITORY, 10_100_000n)}${'ab'.repeat(32)}` }
  expect(checkOffer(quote({ transactions: [transfer] }), task).steps).toHaveLength(1)
  const paid = { ...deposit, value: '10100000' }
  const offer = checkOffer(quote({ transactions: [paid] }), { ...task, holding: native })
  expect(offer.steps[0]?.transaction.value).toBe(10_100_000n)
})

it.each<[string, BridgeQuote]>([
  ['a step of another wallet', withStep('deposit', { from: wallet.address })],
  ['a step on another network', withStep('approve', { chain: 'eip155:1' })],
  ['a step to no address', withStep('deposit', { to: 'depository' })],
  ['a step whose data is none', withStep('deposit', { data: '0xzz' })],
  ['no deposit', quote({ transactions: [approve] })],
  ['two deposits', quote({ transactions: [deposit, deposit] })],
  ['a deposit before its approval', quote({ transactions: [deposit, approve] })],
  ['an approval of another token', withStep('approve', { to: DEPOSITORY })],
  ['an approval with value', withStep('approve', { value: '1' })],
  ['an approval that is none', withStep('approve', { data: giving(DEPOSITORY, 1n) })],
  ['an approval for somebody else', withStep('approve', { data: approving(wallet.address, 1n) })],
  ['an approval of more than leaves', withStep('approve', { data: approving(DEPOSITORY, 10_100_001n) })],
  ['value where a token pays', withStep('deposit', { value: '1' })],
  ['a deposit that gives leave', alone({ to: USDC, data: approving(DEPOSITORY, 1n) })],
  ['a deposit of more than leaves', alone({ to: USDC, data: giving(DEPOSITORY, 10_100_001n) })],
  ['a promise above what it expects', quote({ minimumAmountOut: '10000001' })],
  ['less than was asked for', quote({ minimumAmountOut: '9499999' })],
])('refuses %s', (_, changed) => {
  expect(() => checkOffer(changed, task)).toThrow(expect.objectContaining({ code: 'invalid_data' }))
})

it('refuses more of the native currency than it says', () => {
  const paid = quote({ transactions: [{ ...deposit, value: '10100001' }] })
  expect(() => checkOffer(paid, { ...task, holding: native })).toThrow('takes more than it says')
})

it('is worse where it takes more or brings less, and not where it is the same', () => {
  const offer = checkOffer(quote(), task)
  expect(isWorse(offer, offer)).toBe(false)
  expect(isWorse(offer, { ...offer, amountIn: offer.amountIn - 1n })).toBe(true)
  expect(isWorse(offer, { ...offer, minimumAmountOut: offer.minimumAmountOut + 1n })).toBe(true)
})
