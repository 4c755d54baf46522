import {
  approveData,
  type DepositoryChain,
  startDepositoryChain,
} from '@vitrine/shared/funding/testing/depository-chain.ts'
import { type Address, encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { fakeNetwork, fakeNetworks } from '../../approval/testing/fake-network.ts'
import { externalWallet, fakeKernel, wallet } from '../../ui/testing/fake-kernel.ts'
import { checkOffer } from './bridge-offer.ts'
import { prepareTransfer } from './prepare-transfer.ts'
import { BASE, DEPOSITORY, payer, quote, USDC, usdcHolding, usdcRequest } from './testing/funding.ts'

const FROM = externalWallet.address as Address
const THIEF = wallet.address as Address
const PRICE = 10_100_000n
const holding = usdcHolding({ chain: BASE })
const offer = checkOffer(quote(), { payer: FROM, holding, amount: 10_000_000n })

let chain: DepositoryChain
let snapshot: string
beforeAll(async () => {
  chain = await startDepositoryChain(8453, USDC)
  await chain.mint(USDC, FROM, 50_000_000n)
})
beforeEach(async () => {
  snapshot = await chain.request('evm_snapshot')
})
afterEach(() => chain.request('evm_revert', [snapshot]))
afterAll(() => chain.stop())

const prepare = (step = 0) => {
  const base = {
    ...fakeNetwork({ chain: { id: 8453, name: 'Base' } }),
    request: <T>(method: string, params: readonly unknown[]) => chain.request<T>(method, params),
  }
  const funded = fakeNetwork({ tokens: { [USDC]: { symbol: 'USDC', decimals: 6 } } })
  const kernel = fakeKernel({ ethereum: async () => fakeNetworks(funded, base) })
  const plan = { type: 'bridge', holding, offer, step } as const
  const task = {
    request: usdcRequest(),
    amount: 10_000_000n,
    payer,
    plan,
    after: null,
    attempt: 1,
    now: () => 0,
  }
  return prepareTransfer(kernel, task, new AbortController().signal)
}
const approved = (amount: bigint) => chain.callAs(FROM, USDC, approveData(DEPOSITORY, amount))

it('asks for the approval first, and for the deposit once the price is approved', async () => {
  expect(await prepare()).toMatchObject({
    type: 'prepared',
    prepared: { begin: null, request: { transaction: offer.steps[0]?.transaction }, plan: { step: 0 } },
  })
  await approved(PRICE)
  const deposit = { request: { transaction: offer.steps[1]?.transaction }, plan: { step: 1 } }
  expect(await prepare()).toMatchObject({ type: 'prepared', prepared: deposit })
  expect(await prepare(1)).toMatchObject({ type: 'prepared', prepared: deposit })
})

it('replaces an allowance above the price, of which a part would be left over', async () => {
  await approved(PRICE + 1n)
  expect(await prepare()).toMatchObject({ type: 'prepared', prepared: { plan: { step: 0 } } })
})

it('asks the wallet for nothing where the depository takes something besides since the price was shown', async () => {
  const theft = { abi: erc20Abi, functionName: 'transferFrom', args: [FROM, THIEF, 1n] } as const
  await approved(PRICE + 1n)
  await chain.plan(USDC, encodeFunctionData(theft))
  for (const step of [0, 1]) {
    const prepared = await prepare(step)
    expect(prepared.type).toBe('failed')
  }
  expect(await prepare(1)).toMatchObject({
    problem: { message: expect.stringContaining('would take something besides its price') },
  })
})
