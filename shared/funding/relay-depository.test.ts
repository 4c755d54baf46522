import { type Abi, type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import { BUILT_IN_CHAINS } from '../chains/defaults.ts'
import { depositoryOn, type OfferedStep, readSteps } from './relay-depository.ts'
import { approveData, depositErc20Data, depositNativeData } from './testing/depository-chain.ts'

const PAYER: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const USDC: Address = '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85'
const DEPOSITORY: Address = '0x4cD00E387622C35bDDB9b4c962C136462338BC31'
const THIEF: Address = `0x${'66'.repeat(20)}`
const OTHER_TOKEN: Address = `0x${'77'.repeat(20)}`
const PRICE = 25_250_000n
const MAX = 2n ** 256n - 1n
const ID: Hex = `0x${'ab'.repeat(32)}`

const agreed = { payer: PAYER, chain: 10, token: USDC, price: PRICE }
const step = (change: Partial<OfferedStep>): OfferedStep => ({
  ...{ from: PAYER, chain: 10, to: DEPOSITORY, value: 0n },
  data: depositErc20Data(PAYER, USDC, PRICE, ID),
  ...change,
})
const approval = (change: Partial<OfferedStep> = {}) =>
  step({ to: USDC, data: approveData(DEPOSITORY, PRICE), ...change })
const native = (change: Partial<OfferedStep> = {}) =>
  step({ data: depositNativeData(PAYER, ID), value: PRICE, ...change })
const readNative = (...steps: readonly OfferedStep[]) => readSteps({ ...agreed, token: null }, steps)

/** A call of any function, to any contract. */
const call = (signature: string, ...args: readonly unknown[]): Hex => {
  const abi: Abi = parseAbi([`function ${signature}`] as readonly string[])
  return encodeFunctionData({ abi, functionName: signature.slice(0, signature.indexOf('(')), args })
}

describe('an offer is taken', () => {
  it('that approves the price and deposits it', () => {
    const deposits = { kinds: ['approve', 'deposit'], deposited: PRICE }
    expect(readSteps(agreed, [approval(), step({})])).toEqual(deposits)
    expect(readSteps(agreed, [step({ to: DEPOSITORY.toLowerCase() })])).toEqual({
      ...deposits,
      kinds: ['deposit'],
    })
  })

  it('that takes back an earlier approval first', () => {
    const back = approval({ data: approveData(DEPOSITORY, 0n) })
    expect(readSteps(agreed, [back, approval(), step({})]).kinds).toEqual(['approve', 'approve', 'deposit'])
  })

  it('that deposits the native currency', () => {
    expect(readNative(native())).toEqual({ kinds: ['deposit'], deposited: PRICE })
  })

  it('at Linea’s own depository there', () => {
    const at: Address = '0x59916DA825D2D2eC1BF878D71c88826F6633ecca'
    const there = { chain: 59_144, to: at }
    expect(readSteps({ ...agreed, chain: 59_144 }, [step(there)]).kinds).toEqual(['deposit'])
    expect(() => readSteps({ ...agreed, chain: 59_144 }, [step({ chain: 59_144 })])).toThrow(
      'not the depository',
    )
    expect(() => readSteps(agreed, [step({ to: at })])).toThrow('not the depository')
  })
})

describe('the list', () => {
  it('has a depository for every main network that Vitrine knows by itself', () => {
    for (const { id, isTestnet } of BUILT_IN_CHAINS) if (!isTestnet) expect(depositoryOn(id)).not.toBeNull()
  })

  it.each([0, 31_337, 80_002, 1.5])('has none for %s', chain => {
    expect(depositoryOn(chain)).toBeNull()
    expect(() => readSteps({ ...agreed, chain }, [step({ chain })])).toThrow(
      'no depository of Relay is known',
    )
  })
})

/** Calls that take or give tokens. An allow-list refuses them all; a list of selectors did not. */
const THEFTS: readonly (readonly [string, Hex])[] = [
  ['an approval for a thief', approveData(THIEF, MAX)],
  ['a transfer', call('transfer(address to, uint256 value)', THIEF, PRICE)],
  ['transferFrom', call('transferFrom(address from, address to, uint256 value)', PAYER, THIEF, PRICE)],
  ['increaseAllowance', call('increaseAllowance(address spender, uint256 value)', THIEF, MAX)],
  ['increaseApproval', call('increaseApproval(address spender, uint256 value)', THIEF, MAX)],
  ['setApprovalForAll', call('setApprovalForAll(address operator, bool approved)', THIEF, true)],
  ['burn', call('burn(uint256 value)', PRICE)],
  ['ERC-4626 redeem', call('redeem(uint256 shares, address receiver, address owner)', MAX, THIEF, PAYER)],
  ['ERC-4626 withdraw', call('withdraw(uint256 assets, address receiver, address owner)', MAX, THIEF, PAYER)],
  ['Aave withdraw', call('withdraw(address asset, uint256 amount, address to)', USDC, MAX, THIEF)],
  [
    'ERC-677 transferAndCall',
    call('transferAndCall(address to, uint256 value, bytes data)', THIEF, PRICE, '0x'),
  ],
  ['ERC-1363 transferAndCall', call('transferAndCall(address to, uint256 value)', THIEF, PRICE)],
  ['ERC-1363 approveAndCall', call('approveAndCall(address spender, uint256 value)', THIEF, MAX)],
  ['ERC-777 send', call('send(address to, uint256 value, bytes data)', THIEF, PRICE, '0x')],
  ['ERC-777 authorizeOperator', call('authorizeOperator(address operator)', THIEF)],
  [
    'ERC-721 safeTransferFrom',
    call('safeTransferFrom(address from, address to, uint256 id)', PAYER, THIEF, 1n),
  ],
  [
    'ERC-1155 safeTransferFrom',
    call('safeTransferFrom(address a, address b, uint256 c, uint256 d, bytes e)', PAYER, THIEF, 1n, 1n, '0x'),
  ],
  [
    'Permit2’s approve',
    call('approve(address token, address spender, uint160 amount, uint48 until)', USDC, THIEF, 1n, 1),
  ],
  ['multicall', call('multicall(bytes[] calls)', [depositErc20Data(PAYER, USDC, PRICE, ID)])],
  [
    'Multicall3',
    call('aggregate3((address target, bool may, bytes data)[] calls)', [
      { target: DEPOSITORY, may: false, data: depositErc20Data(PAYER, USDC, PRICE, ID) },
    ]),
  ],
  [
    'the deposit of a whole allowance',
    call('depositErc20(address a, address b, bytes32 c)', PAYER, USDC, ID),
  ],
  [
    'the depository’s own execute',
    call(
      'execute(((address to, bytes data, uint256 value, bool may)[] calls, uint256 a, uint256 b) c, bytes d)',
      {
        calls: [],
        a: 1n,
        b: 1n,
      },
      '0x',
    ),
  ],
  ['the id alone', ID],
  ['no data', '0x'],
]

describe('an offer is refused', () => {
  it.each(THEFTS)('that makes %s at another token, at the chosen one or at the depository', (_, data) => {
    for (const to of [OTHER_TOKEN, USDC, DEPOSITORY]) {
      expect(() => readSteps(agreed, [step({ to, data })])).toThrow(/not the depository|not known/)
      expect(() => readNative(native({ to, data }))).toThrow(/not the depository|not known/)
      expect(() => readSteps(agreed, [approval({ to, data }), step({})])).toThrow(
        /else than the chosen token|else with the token|somebody else/,
      )
    }
  })

  it.each<readonly [string, Partial<OfferedStep>, string]>([
    ['of another wallet', { from: THIEF }, 'another wallet'],
    ['on another network', { chain: 1 }, 'another network'],
    ['at an unknown contract', { to: THIEF }, 'not the depository'],
    ['in another name', { data: depositErc20Data(THIEF, USDC, PRICE, ID) }, 'another name'],
    ['of another token', { data: depositErc20Data(PAYER, OTHER_TOKEN, PRICE, ID) }, 'another token'],
    ['of more than the price', { data: depositErc20Data(PAYER, USDC, PRICE + 1n, ID) }, 'another amount'],
    ['of nothing', { data: depositErc20Data(PAYER, USDC, 0n, ID) }, 'another amount'],
    ['for no order', { data: depositErc20Data(PAYER, USDC, PRICE, `0x${'0'.repeat(64)}`) }, 'no order'],
    ['with value', { value: 1n }, 'native currency besides'],
    ['with bytes behind', { data: `${depositErc20Data(PAYER, USDC, PRICE, ID)}00` }, 'not known'],
    ['that is cut off', { data: depositErc20Data(PAYER, USDC, PRICE, ID).slice(0, -2) }, 'not known'],
    [
      'with bytes in an address',
      { data: depositErc20Data(PAYER, USDC, PRICE, ID).replace('0'.repeat(24), `${'0'.repeat(23)}1`) },
      'not known',
    ],
    ['of the native currency', { data: depositNativeData(PAYER, ID) }, 'not known'],
  ])('whose deposit is %s', (_, change, why) => {
    expect(() => readSteps(agreed, [approval(), step(change)])).toThrow(why)
  })

  it.each<readonly [string, Partial<OfferedStep>, string]>([
    ['of more than the price', { value: PRICE + 1n }, 'another amount'],
    ['of nothing', { value: 0n }, 'another amount'],
    ['in another name', { data: depositNativeData(THIEF, ID) }, 'another name'],
    ['of a token', { data: depositErc20Data(PAYER, USDC, PRICE, ID) }, 'not known'],
    ['with bytes behind', { data: `${depositNativeData(PAYER, ID)}00` }, 'not known'],
  ])('whose deposit of the native currency is %s', (_, change, why) => {
    expect(() => readNative(native(change))).toThrow(why)
  })

  it.each<readonly [string, Partial<OfferedStep>, string]>([
    ['is of another token', { to: OTHER_TOKEN }, 'else than the chosen token'],
    ['sends money', { value: 1n }, 'else than the chosen token'],
    ['is of another wallet', { from: THIEF }, 'another wallet'],
    ['is on another network', { chain: 1 }, 'another network'],
    ['is for a thief', { data: approveData(THIEF, PRICE) }, 'somebody else'],
    ['is of more than the price', { data: approveData(DEPOSITORY, PRICE + 1n) }, 'over more'],
    ['is without end', { data: approveData(DEPOSITORY, MAX) }, 'over more'],
    ['has bytes behind', { data: `${approveData(DEPOSITORY, PRICE)}00` }, 'else with the token'],
    [
      'pays the price once more',
      { data: call('transfer(address to, uint256 value)', DEPOSITORY, PRICE) },
      'else with the token',
    ],
  ])('whose approval %s', (_, change, why) => {
    expect(() => readSteps(agreed, [approval(change), step({})])).toThrow(why)
  })

  it.each<readonly [string, readonly OfferedStep[], string]>([
    ['no step', [], 'another order'],
    ['an approval alone', [approval()], 'not the depository'],
    ['two deposits', [step({}), step({})], 'else than the chosen token'],
    ['a step too many', [approval(), approval(), approval(), step({})], 'another order'],
  ])('with %s', (_, steps, why) => {
    expect(() => readSteps(agreed, steps)).toThrow(why)
  })

  it('that approves a token where the native currency pays', () => {
    expect(() => readNative(approval(), native())).toThrow('else than the chosen token')
  })
})
