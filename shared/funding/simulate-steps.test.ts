import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi, toEventSelector } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OfferedStep } from './relay-depository.ts'
import { simulateSteps } from './simulate-steps.ts'
import {
  approveData,
  type DepositoryChain,
  depositErc20Data,
  depositNativeData,
  startDepositoryChain,
} from './testing/depository-chain.ts'

const PAYER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const THIEF: Address = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const USDC: Address = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const SAVINGS: Address = `0x${'77'.repeat(20)}`
/** Under which Polygon logs its native currency. */
const POL: Address = '0x0000000000000000000000000000000000001010'
const PRICE = 25_250_000n
const ID: Hex = `0x${'ab'.repeat(32)}`
const TOKEN = parseAbi([
  'function tax(uint256 value)',
  'function keepAllowance()',
  'function announce(bytes32[4] topics, uint256 count, bytes data)',
])

let chain: DepositoryChain
let snapshot: string
beforeAll(async () => {
  chain = await startDepositoryChain(10, USDC, SAVINGS)
  await chain.mint(USDC, PAYER, 100_000_000n)
  await chain.mint(SAVINGS, PAYER, 100_000_000n)
})
beforeEach(async () => {
  snapshot = await chain.request('evm_snapshot')
})
afterEach(() => chain.request('evm_revert', [snapshot]))
afterAll(() => chain.stop())

const agreed = { payer: PAYER, chain: 10, token: USDC, price: PRICE }
const step = (to: Address, data: Hex, value = 0n): OfferedStep => ({
  from: PAYER,
  chain: 10,
  to,
  data,
  value,
})
const approval = (amount = PRICE) => step(USDC, approveData(chain.depository, amount))
const deposit = (amount = PRICE) => step(chain.depository, depositErc20Data(PAYER, USDC, amount, ID))
const ask = (method: string, params: readonly unknown[]) => chain.request(method, params)
const simulate = (...steps: readonly OfferedStep[]) => simulateSteps(ask, agreed, steps)
const simulateNative = (value = PRICE) =>
  simulateSteps(ask, { ...agreed, token: null }, [
    step(chain.depository, depositNativeData(PAYER, ID), value),
  ])

const transferFrom = (to: Address, value: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [PAYER, to, value] })
const word = (address: Address): Hex => `0x${'0'.repeat(24)}${address.slice(2)}`
/** A token logs an event, as one of another standard would that moved something. */
const announce = (event: string, topics: readonly Hex[], data: Hex): Hex => {
  const all = [toEventSelector(`event ${event}`), ...topics]
  const [a = ID, b = ID, c = ID, d = ID] = all
  return encodeFunctionData({
    ...{ abi: TOKEN, functionName: 'announce' },
    args: [[a, b, c, d], BigInt(all.length), data],
  })
}

describe('an offer pays', () => {
  it('where only the price leaves, of a token and of the native currency', async () => {
    expect(await simulate(approval(), deposit())).toBe('pays')
    expect(await simulateNative()).toBe('pays')
  })

  it('where what is approved stands already', async () => {
    await chain.callAs(PAYER, USDC, approveData(chain.depository, PRICE))
    expect(await simulate(deposit())).toBe('pays')
  })

  it('where something arrives besides', async () => {
    await chain.plan(
      SAVINGS,
      announce('Transfer(address indexed a, address indexed b, uint256 c)', [word(THIEF), word(PAYER)], ID),
    )
    expect(await simulate(approval(), deposit())).toBe('pays')
  })

  it('where Polygon logs the same movement of its currency itself', async () => {
    const polygon = await startDepositoryChain(137, POL, SAVINGS)
    const event =
      'LogTransfer(address indexed t, address indexed a, address indexed b, uint256 c, uint256 d, uint256 e, uint256 f, uint256 g)'
    const topics = [word(POL), word(PAYER), word(polygon.depository)]
    const pay = () =>
      simulateSteps(
        (method, params) => polygon.request(method, params),
        { ...agreed, chain: 137, token: null },
        [{ ...step(polygon.depository, depositNativeData(PAYER, ID), PRICE), chain: 137 }],
      )
    try {
      await polygon.plan(POL, announce(event, topics, '0x'))
      expect(await pay()).toBe('pays')
      await polygon.plan(SAVINGS, announce(event, topics, '0x'))
      await expect(pay()).rejects.toThrow('besides its price')
    } finally {
      await polygon.stop()
    }
  })

  it('and nothing of it is sent', async () => {
    await simulate(approval(), deposit())
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [PAYER] })
    expect(BigInt(await chain.request<Hex>('eth_call', [{ to: USDC, data }, 'latest']))).toBe(100_000_000n)
  })
})

describe('a contract at the depository’s address is found out that', () => {
  it('takes more of the token by an allowance that stood before', async () => {
    await chain.callAs(PAYER, USDC, approveData(chain.depository, 2n * PRICE))
    await chain.plan(USDC, transferFrom(chain.depository, 1n))
    await expect(simulate(deposit())).rejects.toThrow('another amount')
    await chain.plan(USDC, transferFrom(THIEF, 1n))
    await expect(simulate(deposit())).rejects.toThrow('besides its price')
  })

  it('takes another token', async () => {
    await chain.callAs(PAYER, SAVINGS, approveData(chain.depository, 7n))
    await chain.plan(SAVINGS, transferFrom(chain.depository, 7n))
    await expect(simulate(approval(), deposit())).rejects.toThrow('besides its price')
    await expect(simulateNative()).rejects.toThrow('besides its price')
  })

  const FROM_PAYER = [word(PAYER), word(THIEF)]
  it.each<readonly [string, string, readonly Hex[], Hex]>([
    [
      'an NFT',
      'Transfer(address indexed a, address indexed b, uint256 indexed c)',
      [...FROM_PAYER, ID],
      '0x',
    ],
    [
      'an NFT of the first kind',
      'Transfer(address a, address b, uint256 c)',
      [ID, ID],
      `${word(PAYER)}${word(THIEF).slice(2)}${ID.slice(2)}`,
    ],
    [
      'an ERC-1155 token',
      'TransferSingle(address indexed o, address indexed a, address indexed b, uint256 c, uint256 d)',
      [word(THIEF), ...FROM_PAYER],
      '0x',
    ],
    [
      'ERC-777 tokens',
      'Sent(address indexed o, address indexed a, address indexed b, uint256 c, bytes d, bytes e)',
      [word(THIEF), ...FROM_PAYER],
      '0x',
    ],
    [
      'leave as an ERC-777 operator',
      'AuthorizedOperator(address indexed o, address indexed a)',
      [word(THIEF), word(PAYER)],
      '0x',
    ],
    ['leave over all NFTs', 'ApprovalForAll(address indexed a, address indexed o, bool b)', FROM_PAYER, '0x'],
    ['an allowance', 'Approval(address indexed a, address indexed o, uint256 b)', FROM_PAYER, ID],
    [
      'an allowance at Permit2',
      'Approval(address indexed a, address indexed t, address indexed o, uint160 b, uint48 c)',
      [word(PAYER), word(USDC), word(THIEF)],
      '0x',
    ],
  ])('takes %s', async (_, event, topics, data) => {
    await chain.plan(SAVINGS, announce(event, topics, data))
    await expect(simulate(approval(), deposit())).rejects.toThrow('besides its price')
    await expect(simulateNative()).rejects.toThrow('besides its price')
  })
})

describe('a token is found out that', () => {
  it('takes more than it logs', async () => {
    await chain.call(USDC, encodeFunctionData({ abi: TOKEN, functionName: 'tax', args: [1n] }))
    await expect(simulate(approval(), deposit())).rejects.toThrow('more than the token says')
  })

  it('leaves the allowance as it was', async () => {
    await chain.call(USDC, encodeFunctionData({ abi: TOKEN, functionName: 'keepAllowance' }))
    await expect(simulate(approval(), deposit())).rejects.toThrow('allowance over')
  })
})

it('refuses an approval of more than the deposit takes', async () => {
  await expect(simulate(approval(), deposit(PRICE - 1n))).rejects.toThrow('allowance over')
})

it('refuses what the list refuses, whatever the node says', async () => {
  await expect(simulate(approval(), step(THIEF, '0x'))).rejects.toThrow('not the depository')
})

it('says that a payment fails for which the wallet has too little', async () => {
  expect(await simulate(deposit())).toBe('fails')
  expect(
    await simulateSteps(ask, { ...agreed, price: 10n ** 9n }, [approval(10n ** 9n), deposit(10n ** 9n)]),
  ).toBe('fails')
})

describe('a node shows nothing', () => {
  const answers = (answer: unknown) => simulateSteps(async () => answer, agreed, [approval(), deposit()])

  it.each([null, {}, [], [{ calls: [] }], 'x'].map(answer => [answer]))('that answers %j', async answer => {
    expect(await answers(answer)).toBe('unknown')
  })

  it('that does not know the method', async () => {
    const refuses = async () => {
      throw new Error('the method eth_simulateV1 does not exist')
    }
    expect(await simulateSteps(refuses, agreed, [approval(), deposit()])).toBe('unknown')
  })

  it('that logs no native currency', async () => {
    const silent = (method: string, params: readonly unknown[]) =>
      ask(method, [{ ...(params[0] as object), traceTransfers: false }, params[1]])
    const steps = [step(chain.depository, depositNativeData(PAYER, ID), PRICE)]
    expect(await simulateSteps(silent, { ...agreed, token: null }, steps)).toBe('unknown')
  })
})
