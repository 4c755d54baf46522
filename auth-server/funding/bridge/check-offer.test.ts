import {
  approveData,
  type DepositoryChain,
  depositErc20Data,
  startDepositoryChain,
} from '@vitrine/shared/funding/testing/depository-chain.ts'
import type { Address, Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkOffer, requireSimulated } from './check-offer.ts'
import type { BridgeAsked, BridgeOffer, OfferedTransaction } from './provider.ts'

const PERSON: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const USDC: Address = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const DEPOSITORY: Address = '0x4cD00E387622C35bDDB9b4c962C136462338BC31'
const THIEF: Address = `0x${'66'.repeat(20)}`
const ID: Hex = `0x${'ab'.repeat(32)}`
const PRICE = 25_250_000n
const AMOUNT = 25_000_000n

const asked: BridgeAsked = {
  from: { address: PERSON, chain: 10, currency: USDC },
  to: { address: WALLET, chain: 8453, currency: USDC },
  amount: AMOUNT,
  isTestnet: false,
}
const step = (change: Partial<OfferedTransaction> = {}): OfferedTransaction => ({
  chain: 10,
  from: PERSON,
  to: DEPOSITORY,
  data: depositErc20Data(PERSON, USDC, PRICE, ID),
  value: 0n,
  ...change,
})
const approval = (spender: Address = DEPOSITORY) => step({ to: USDC, data: approveData(spender, PRICE) })
const offer = (change: Partial<BridgeOffer> = {}): BridgeOffer => ({
  vendorId: 'offer',
  transactions: [approval(), step()],
  amountIn: PRICE,
  amountOut: AMOUNT,
  minimumAmountOut: AMOUNT,
  feeUsd: null,
  timeEstimate: null,
  ...change,
})

describe('an offer', () => {
  test('is what was asked for, where a little less may arrive', () => {
    const read = checkOffer(asked, offer({ minimumAmountOut: (AMOUNT * 95n) / 100n }))
    expect(read).toEqual([
      { ...approval(), kind: 'approve' },
      { ...step(), kind: 'deposit' },
    ])
  })

  test.each<[string, Partial<BridgeOffer>, string]>([
    ['without a price', { amountIn: 0n }, 'no price'],
    ['where too little arrives', { amountOut: AMOUNT / 2n, minimumAmountOut: AMOUNT / 2n }, 'too little'],
    ['where too little may arrive', { minimumAmountOut: (AMOUNT * 94n) / 100n }, 'too little'],
    ['where the least is the most', { minimumAmountOut: AMOUNT + 1n }, 'too little'],
    ['without a step', { transactions: [] }, 'another order'],
    ['that approves for a thief', { transactions: [approval(THIEF), step()] }, 'somebody else'],
    ['that deposits elsewhere', { transactions: [approval(), step({ to: THIEF })] }, 'not the depository'],
    ['of another wallet', { transactions: [approval(), step({ from: THIEF })] }, 'another wallet'],
    ['on another chain', { transactions: [approval(), step({ chain: 1 })] }, 'another network'],
    ['of more than its price', { amountIn: PRICE - 1n }, 'over more than it takes'],
  ])('is refused %s', (_, change, message) => {
    expect(() => checkOffer(asked, offer(change))).toThrow(message)
  })
})

describe('a simulation at the app’s nodes', () => {
  /** Nothing answers there. */
  const AWAY = 'http://127.0.0.1:1'
  let chain: DepositoryChain
  beforeAll(async () => {
    chain = await startDepositoryChain(10, USDC)
    await chain.mint(USDC, PERSON, PRICE)
  })
  afterAll(() => chain.stop())

  test('lets an offer pass that takes its price alone, at the first node that answers', async () => {
    await requireSimulated(asked, offer(), [AWAY, chain.url])
  })

  test.each([[[]], [[AWAY]]])('is required: %j tells nothing', async nodes => {
    await expect(requireSimulated(asked, offer(), nodes)).rejects.toMatchObject({
      code: 'not_supported',
      message: expect.stringContaining('test the payment first'),
    })
  })

  test('tells a payment that would fail', async () => {
    const more = PRICE * 2n
    const transactions = [
      step({ to: USDC, data: approveData(DEPOSITORY, more) }),
      step({ data: depositErc20Data(PERSON, USDC, more, ID) }),
    ]
    const dear = offer({ amountIn: more, transactions })
    await expect(requireSimulated(asked, dear, [chain.url])).rejects.toMatchObject({
      code: 'not_supported',
      message: expect.stringContaining('too little'),
    })
  })

  test('refuses an offer of which an allowance is left over', async () => {
    const transactions = [approval(), step({ data: depositErc20Data(PERSON, USDC, PRICE - 1n, ID) })]
    await expect(requireSimulated(asked, offer({ transactions }), [chain.url])).rejects.toThrow(
      'allowance over',
    )
  })
})
