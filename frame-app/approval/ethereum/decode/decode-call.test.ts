import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../../chains/ethereum/ports.ts'
import { decodeCall } from './decode-call.ts'
import { DESCRIPTORS } from './descriptors.ts'
import { TOKEN_ABI } from './token-calls.ts'

const TOKEN: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ONE: Address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
const OTHER: Address = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const PERMIT2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

const actionsOf = (to: Address | undefined, data: Hex, value = 0n, chainId = 1) =>
  decodeCall(chainId, { ...(to && { to }), data, value }).actions
const token = (functionName: string, args: readonly unknown[]) =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args } as never)

it('does not read a multicall whose calls share their bytes, which would multiply the work on each level', () => {
  const word = (value: number) => value.toString(16).padStart(64, '0')
  const inner = `${token('transfer', [ONE, 5n]).slice(2)}${'0'.repeat(1_000)}`
  const shared = (times: number): Hex =>
    `0xac9650d8${word(32)}${word(times)}${word(times * 32).repeat(times)}${word(inner.length / 2)}${inner}${'0'.repeat(64)}`
  expect(actionsOf(TOKEN, shared(1))).toMatchObject([{ kind: 'transfer', to: ONE, number: 5n }])
  expect(actionsOf(TOKEN, shared(20))).toMatchObject([{ kind: 'unknown-call' }])
})

describe('the calls of tokens', () => {
  it.each([
    ['transfer', token('transfer', [ONE, 5n]), { kind: 'transfer', from: null, to: ONE, number: 5n }],
    [
      'transferFrom',
      token('transferFrom', [ONE, OTHER, 5n]),
      { kind: 'transfer', from: ONE, to: OTHER, number: 5n },
    ],
    ['approve', token('approve', [ONE, 5n]), { kind: 'allow', spender: ONE, number: 5n, change: 'set' }],
    [
      'increaseAllowance',
      token('increaseAllowance', [ONE, 5n]),
      { kind: 'allow', spender: ONE, number: 5n, change: 'more' },
    ],
    [
      'decreaseAllowance',
      token('decreaseAllowance', [ONE, 5n]),
      { kind: 'allow', spender: ONE, number: 5n, change: 'less' },
    ],
    [
      'setApprovalForAll',
      token('setApprovalForAll', [ONE, true]),
      { kind: 'allow-all', operator: ONE, isAllowed: true },
    ],
    [
      'safeTransferFrom of one piece',
      token('safeTransferFrom', [ONE, OTHER, 5n]),
      { kind: 'send-nfts', from: ONE, to: OTHER, nfts: [{ id: 5n, amount: null }] },
    ],
    [
      'safeTransferFrom of several',
      token('safeTransferFrom', [ONE, OTHER, 5n, 3n, '0x']),
      { kind: 'send-nfts', from: ONE, to: OTHER, nfts: [{ id: 5n, amount: 3n }] },
    ],
    [
      'safeBatchTransferFrom',
      token('safeBatchTransferFrom', [ONE, OTHER, [5n, 6n], [1n, 2n], '0x']),
      {
        kind: 'send-nfts',
        from: ONE,
        to: OTHER,
        nfts: [
          { id: 5n, amount: 1n },
          { id: 6n, amount: 2n },
        ],
      },
    ],
  ])('%s', (_name, data, expected) => {
    expect(actionsOf(TOKEN, data)).toEqual([{ contract: TOKEN, ...expected }])
  })

  it('does not read arguments that are cut off', () => {
    const data = token('transfer', [ONE, 5n]).slice(0, -2) as Hex
    expect(actionsOf(TOKEN, data)).toMatchObject([{ kind: 'unknown-call', selector: '0xa9059cbb' }])
  })

  it('does not tell of a batch whose lists differ in length', () => {
    const data = token('safeBatchTransferFrom', [ONE, OTHER, [5n, 6n], [1n], '0x'])
    expect(actionsOf(TOKEN, data)).toMatchObject([{ kind: 'unknown-call' }])
  })
})

describe('calls with money', () => {
  it('tells money and call apart', () => {
    expect(actionsOf(TOKEN, token('approve', [ONE, 5n]), 7n)).toMatchObject([
      { kind: 'send-native', to: TOKEN, value: 7n },
      { kind: 'allow' },
    ])
  })

  it('takes a call without data for a transfer, of nothing too', () => {
    expect(actionsOf(ONE, '0x')).toEqual([{ kind: 'send-native', to: ONE, value: 0n }])
  })

  it('takes a call of nobody for a new contract', () => {
    expect(actionsOf(undefined, '0x6000', 1n)).toEqual([{ kind: 'create-contract', value: 1n, size: 2 }])
  })

  it('keeps data shorter than a selector as it is', () => {
    expect(actionsOf(ONE, '0xab')).toMatchObject([{ kind: 'unknown-call', selector: '0xab', size: 1 }])
  })
})

describe('Permit2', () => {
  const data = encodeFunctionData({
    abi: parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)']),
    args: [TOKEN, ONE, 5n, 1_900_000_000],
  })

  it('is an allowance of the token behind it', () => {
    expect(actionsOf(PERMIT2, data)).toEqual([
      { kind: 'allow', contract: TOKEN, spender: ONE, number: 5n, change: 'set', until: 1_900_000_000n },
    ])
  })

  it('is nothing that we know at another address', () => {
    expect(actionsOf(OTHER, data)).toMatchObject([{ kind: 'unknown-call' }])
  })
})

describe('bundles', () => {
  const abi = parseAbi(['function multicall(bytes[] calls)'])
  const bundle = (...args: Hex[]) => encodeFunctionData({ abi, args: [args] })

  it('are read call by call', () => {
    const data = bundle(token('approve', [ONE, 5n]), token('transfer', [ONE, 6n]))
    expect(actionsOf(TOKEN, data)).toMatchObject([{ kind: 'allow' }, { kind: 'transfer' }])
  })

  it('are not read at any depth', () => {
    const deep = bundle(bundle(bundle(token('transfer', [ONE, 6n]))))
    expect(actionsOf(TOKEN, deep)).toMatchObject([{ kind: 'unknown-call' }])
  })

  it('with nothing in them are not read as nothing', () => {
    expect(actionsOf(TOKEN, bundle())).toMatchObject([{ kind: 'unknown-call' }])
  })
})

describe('descriptors', () => {
  it('explain a swap field by field', () => {
    const abi = parseAbi([
      'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ])
    const data = encodeFunctionData({ abi, args: [5n, 4n, [TOKEN, OTHER], ONE, 1_900_000_000n] })
    expect(actionsOf(OTHER, data)).toEqual([
      {
        kind: 'known-call',
        contract: OTHER,
        intent: 'approval.intent.swap',
        signature: expect.stringContaining('swapExactTokensForTokens('),
        isOfContract: false,
        mayTakeMore: false,
        fields: [
          { label: 'approval.field.pays', format: 'token-amount', value: 5n, token: TOKEN },
          { label: 'approval.field.getsAtLeast', format: 'token-amount', value: 4n, token: OTHER },
          { label: 'approval.field.receiver', format: 'address', value: ONE },
          { label: 'approval.field.until', format: 'date', value: 1_900_000_000n },
        ],
      },
    ])
  })

  it('say nothing of a swap without tokens', () => {
    const abi = parseAbi([
      'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    ])
    const data = encodeFunctionData({ abi, args: [5n, 4n, [], ONE, 1n] })
    expect(actionsOf(OTHER, data)).toMatchObject([{ kind: 'unknown-call' }])
  })

  it('of one contract are for that contract on its chain alone', () => {
    const pool = '0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'
    const abi = parseAbi([
      'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
    ])
    const data = encodeFunctionData({ abi, args: [TOKEN, 5n, ONE, 0] })
    expect(actionsOf(pool, data)).toMatchObject([{ kind: 'known-call', isOfContract: true }])
    expect(actionsOf(pool, data, 0n, 8_453)).toMatchObject([{ kind: 'unknown-call' }])
    expect(actionsOf(OTHER, data)).toMatchObject([{ kind: 'unknown-call' }])
  })

  it('are for different functions or different contracts', () => {
    const keys = DESCRIPTORS.map(({ abi, at }) => `${abi} ${JSON.stringify(at ?? null)}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})
