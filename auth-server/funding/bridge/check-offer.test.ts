import { describe, expect, test } from 'vitest'
import { checkOffer } from './check-offer.ts'
import type { BridgeAsked, BridgeOffer, OfferedTransaction } from './provider.ts'

const PERSON = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const USDC = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const BRIDGE = `0x${'b1'.repeat(20)}`
const THIEF = `0x${'66'.repeat(20)}`
const PRICE = 25_250_000n
const AMOUNT = 25_000_000n

const word = (value: bigint | string) =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0')
const approve = (spender: string, amount: bigint) => `0x095ea7b3${word(spender)}${word(amount)}`
const transfer = (to: string, amount: bigint) => `0xa9059cbb${word(to)}${word(amount)}`

const asked = (currency: `0x${string}` | null): BridgeAsked => ({
  from: { address: PERSON, chain: 10, currency },
  to: { address: WALLET, chain: 8453, currency },
  amount: AMOUNT,
  isTestnet: false,
})
const step = (change: Partial<OfferedTransaction>): OfferedTransaction => ({
  chain: 10,
  from: PERSON,
  to: BRIDGE,
  data: '0x12345678',
  value: 0n,
  ...change,
})
const offer = (...transactions: readonly OfferedTransaction[]): BridgeOffer => ({
  vendorId: 'offer',
  transactions,
  amountIn: PRICE,
  amountOut: AMOUNT,
  minimumAmountOut: AMOUNT,
  feeUsd: null,
  timeEstimate: null,
})
const approval = (change: Partial<OfferedTransaction> = {}) =>
  step({ to: USDC, data: approve(BRIDGE, PRICE), ...change })
const kinds = (currency: `0x${string}` | null, ...steps: readonly OfferedTransaction[]) =>
  checkOffer(asked(currency), offer(...steps)).map(({ kind }) => kind)

describe('an offer is what was asked for', () => {
  test('where the price is approved for the contract that it is deposited in', () => {
    expect(kinds(USDC, approval(), step({}))).toEqual(['approve', 'deposit'])
    expect(kinds(USDC, approval({ data: approve(BRIDGE, 0n) }), approval(), step({}))).toEqual([
      'approve',
      'approve',
      'deposit',
    ])
  })

  test('where the token is transferred, with the name of the order behind', () => {
    const data = `${transfer(BRIDGE, PRICE)}${'ab'.repeat(32)}`
    expect(kinds(USDC, step({ to: USDC.toLowerCase(), data }))).toEqual(['deposit'])
  })

  test('where the native currency is sent along', () => {
    expect(kinds(null, step({ value: PRICE }))).toEqual(['deposit'])
  })

  test('where a little less may arrive', () => {
    const { minimumAmountOut: _, ...rest } = offer(step({ value: PRICE }))
    expect(checkOffer(asked(null), { ...rest, minimumAmountOut: (AMOUNT * 95n) / 100n })).toHaveLength(1)
  })
})

describe('an offer is refused', () => {
  test.each<[string, Partial<BridgeOffer>, string]>([
    ['without a price', { amountIn: 0n }, 'no price'],
    ['where too little arrives', { amountOut: AMOUNT / 2n, minimumAmountOut: AMOUNT / 2n }, 'too little'],
    ['where too little may arrive', { minimumAmountOut: (AMOUNT * 94n) / 100n }, 'too little'],
    ['where the least is the most', { minimumAmountOut: AMOUNT + 1n }, 'too little'],
    ['without a step', { transactions: [] }, 'odd number'],
    ['with steps to spare', { transactions: [approval(), approval(), approval(), step({})] }, 'odd number'],
  ])('%s', (_, change, message) => {
    expect(() => checkOffer(asked(USDC), { ...offer(approval(), step({})), ...change })).toThrow(message)
  })

  test.each<[string, readonly OfferedTransaction[], string]>([
    ['of another wallet', [approval({ from: THIEF }), step({})], 'another wallet or chain'],
    ['on another chain', [approval(), step({ chain: 1 })], 'another wallet or chain'],
    ['that approves another token', [approval({ to: THIEF }), step({})], 'no approval of the chosen token'],
    [
      'that approves by sending money',
      [approval({ value: 1n }), step({})],
      'no approval of the chosen token',
    ],
    [
      'that transfers first',
      [approval({ data: transfer(THIEF, PRICE) }), step({})],
      'no approval of the chosen token',
    ],
    [
      'that approves with something behind',
      [approval({ data: `${approve(BRIDGE, PRICE)}00` }), step({})],
      'no approval',
    ],
    [
      'that approves for somebody else',
      [approval({ data: approve(THIEF, PRICE) }), step({})],
      'somebody else',
    ],
    [
      'that approves more than the price',
      [approval({ data: approve(BRIDGE, PRICE + 1n) }), step({})],
      'more than the price',
    ],
    [
      'that approves without end',
      [approval({ data: approve(BRIDGE, 2n ** 256n - 1n) }), step({})],
      'more than the price',
    ],
    ['that ends with an approval', [approval()], 'no transfer of the price'],
    [
      'that transfers more than the price',
      [step({ to: USDC, data: transfer(BRIDGE, PRICE + 1n) })],
      'no transfer',
    ],
    ['that pays in both currencies', [approval(), step({ value: 1n })], 'another amount'],
    ['that moves another token', [step({ to: THIEF, data: transfer(THIEF, 1n) })], 'moves tokens'],
    ['that approves another token', [step({ to: THIEF, data: approve(THIEF, 1n) })], 'moves tokens'],
    ['that goes nowhere', [step({ to: PERSON })], 'own wallet'],
    ['that goes to the funded wallet', [step({ to: WALLET.toLowerCase() })], 'own wallet'],
  ])('%s', (_, steps, message) => {
    expect(() => kinds(USDC, ...steps)).toThrow(message)
  })

  test.each<[string, readonly OfferedTransaction[], string]>([
    ['that takes more than the price', [step({ value: PRICE + 1n })], 'another amount'],
    ['that takes nothing', [step({})], 'another amount'],
    ['that approves a token', [approval(), step({ value: PRICE })], 'no approval of the chosen token'],
    ['that calls a token', [step({ value: PRICE, to: USDC, data: approve(THIEF, 1n) })], 'moves tokens'],
  ])('of the native currency %s', (_, steps, message) => {
    expect(() => kinds(null, ...steps)).toThrow(message)
  })
})
