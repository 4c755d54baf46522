import type { BridgeQuote } from '@vitrine/shared/api/funding.ts'
import {
  approveData,
  type DepositoryChain,
  depositErc20Data,
  depositNativeData,
  startDepositoryChain,
} from '@vitrine/shared/funding/testing/depository-chain.ts'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import type { EthereumNetwork } from '../../chains/ethereum/ports.ts'
import { externalWallet, fakeCalls, fakeKernel, wallet } from '../../ui/testing/fake-kernel.ts'
import { say } from '../../words/say.ts'
import { askForOffer, checkOffer, isWorse, requireSimulated } from './bridge-offer.ts'
import { BASE, DEPOSITORY, ORDER, quote, USDC, usdcHolding, usdcRequest } from './testing/funding.ts'

const holding = usdcHolding({ chain: BASE })
const native = usdcHolding({ chain: BASE, token: null })
const payer = externalWallet.address as Address
const thief = wallet.address as Address
const task = { payer, holding, request: usdcRequest(), amount: 10_000_000n }
const PRICE = 10_100_000n
type Step = BridgeQuote['transactions'][number]

/** The quote with a change to its approval, or to its deposit. */
const withStep = (kind: Step['kind'], change: Partial<Step>) =>
  quote({ transactions: quote().transactions.map(it => (it.kind === kind ? { ...it, ...change } : it)) })
const [approve, deposit] = quote().transactions as [Step, Step]
const paid = { ...deposit, data: depositNativeData(payer, ORDER), value: `${PRICE}` }

it('takes an approval of what leaves, then the deposit, as they were offered', () => {
  const offer = checkOffer(quote(), task)
  expect(offer).toMatchObject({ amountIn: PRICE, amountOut: 10_000_000n, minimumAmountOut: 9_900_000n })
  expect(offer.steps).toEqual([
    { kind: 'approve', transaction: { to: USDC, value: 0n, data: approve.data } },
    { kind: 'deposit', transaction: { to: DEPOSITORY, value: 0n, data: deposit.data } },
  ])
})

it('takes a deposit of the native currency', () => {
  const offer = checkOffer(quote({ transactions: [paid] }), { ...task, holding: native })
  expect(offer.steps[0]?.transaction.value).toBe(PRICE)
})

it.each<[string, BridgeQuote]>([
  ['a step of another wallet', withStep('deposit', { from: wallet.address })],
  ['a step on another network', withStep('approve', { chain: 'eip155:1' })],
  ['a step on no network', withStep('deposit', { chain: 'solana:mainnet' })],
  ['a step to no address', withStep('deposit', { to: 'depository' })],
  ['a step whose data is none', withStep('deposit', { data: '0xzz' })],
  ['no deposit', quote({ transactions: [approve] })],
  ['two deposits', quote({ transactions: [deposit, deposit] })],
  ['a deposit before its approval', quote({ transactions: [deposit, approve] })],
  ['an approval of another token', withStep('approve', { to: DEPOSITORY })],
  ['an approval with value', withStep('approve', { value: '1' })],
  ['an approval for a thief', withStep('approve', { data: approveData(thief, 1n) })],
  ['an approval of more than leaves', withStep('approve', { data: approveData(DEPOSITORY, PRICE + 1n) })],
  ['value where a token pays', withStep('deposit', { value: '1' })],
  ['a deposit elsewhere', withStep('deposit', { to: wallet.address })],
  ['a deposit that approves', withStep('deposit', { to: USDC, data: approveData(DEPOSITORY, 1n) })],
  [
    'a deposit of more than leaves',
    withStep('deposit', { data: depositErc20Data(payer, USDC, PRICE + 1n, ORDER) }),
  ],
  ['a deposit in another name', withStep('deposit', { data: depositErc20Data(thief, USDC, PRICE, ORDER) })],
  ['a promise above what it expects', quote({ minimumAmountOut: '10000001' })],
  ['less than was asked for', quote({ minimumAmountOut: '9499999' })],
])('refuses %s', (_, changed) => {
  expect(() => checkOffer(changed, task)).toThrow(expect.objectContaining({ code: 'invalid_data' }))
})

it('refuses more of the native currency than it says', () => {
  const more = quote({ transactions: [{ ...paid, value: `${PRICE + 1n}` }] })
  expect(() => checkOffer(more, { ...task, holding: native })).toThrow('another amount than it says')
})

describe('an offer is tried out', () => {
  let chain: DepositoryChain
  let snapshot: string
  beforeAll(async () => {
    chain = await startDepositoryChain(8453, USDC)
    await chain.mint(USDC, payer, 12_500_000n)
  })
  beforeEach(async () => {
    snapshot = await chain.request('evm_snapshot')
  })
  afterEach(() => chain.request('evm_revert', [snapshot]))
  afterAll(() => chain.stop())

  const signal = new AbortController().signal
  const kernelOn = (request: EthereumNetwork['request']) => {
    const network = { ...fakeNetwork({ chain: { id: 8453, name: 'Base' } }), request }
    return fakeKernel({
      ethereum: async () => fakeNetworks(network),
      operations: {
        calls: fakeCalls({ postAuthorized: async (_path, _body, answer) => answer.parse(quote()) }),
      },
    })
  }
  const onChain = () => kernelOn((method, params) => chain.request(method, params))
  const stolen = expect.objectContaining({
    code: 'invalid_data',
    message: expect.stringContaining('so it was not taken'),
  })

  it('at the frame’s own node before its price is shown', async () => {
    expect(await askForOffer(onChain(), task, signal)).toEqual(checkOffer(quote(), task))
    const stealing = { abi: erc20Abi, functionName: 'transferFrom', args: [payer, thief, 0n] } as const
    await chain.plan(USDC, encodeFunctionData(stealing))
    await expect(askForOffer(onChain(), task, signal)).rejects.toEqual(stolen)
  })

  it('from the step that is left to do', async () => {
    const offer = checkOffer(quote(), task)
    await expect(requireSimulated(onChain(), task, offer, 1, signal)).rejects.toMatchObject({
      ...{ code: 'not_supported', message: say('fundWallets.wouldFail') },
    })
    await chain.callAs(payer, USDC, approveData(DEPOSITORY, PRICE))
    await requireSimulated(onChain(), task, offer, 1, signal)
  })

  it('and is not taken where no node can', async () => {
    const without = kernelOn(async () => {
      throw new Error('the method eth_simulateV1 does not exist')
    })
    await expect(askForOffer(without, task, signal)).rejects.toMatchObject({
      ...{ code: 'not_supported', message: say('fundWallets.cannotTry') },
    })
  })

  it('and ends with its signal', async () => {
    const ended = AbortSignal.abort(new Error('Left'))
    await expect(requireSimulated(onChain(), task, checkOffer(quote(), task), 0, ended)).rejects.toThrow(
      'Left',
    )
  })
})

it('is worse where it takes more or brings less, and not where it is the same', () => {
  const offer = checkOffer(quote(), task)
  expect(isWorse(offer, offer)).toBe(false)
  expect(isWorse(offer, { ...offer, amountIn: offer.amountIn - 1n })).toBe(true)
  expect(isWorse(offer, { ...offer, minimumAmountOut: offer.minimumAmountOut + 1n })).toBe(true)
})
