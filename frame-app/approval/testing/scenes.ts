import { encodeFunctionData, parseAbi, parseEther } from 'viem'
import type { Address, EthereumNetwork } from '../../chains/ethereum/ports.ts'
import type { ScreenRequest } from '../../requests/registry.ts'
import { wallet } from '../../ui/testing/fake-kernel.ts'
import { TOKEN_ABI } from '../ethereum/decode/token-calls.ts'
import { execute, SAFE } from './account-calls.ts'
import { type FakeChainState, fakeNetwork } from './fake-network.ts'

/** Requests and the chain that they meet, for tests and for looking at. */
export interface Scene {
  readonly request: ScreenRequest
  readonly network: EthereumNetwork
}

export const USDC: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const FAKE_USDC: Address = '0xbAdC0dE0bAdC0dE0bAdC0dE0bAdC0dE0bAdC0dE0'
export const CATS: Address = '0x60E4d786628Fea6478F785A6d7e704777c86a7c6'
export const ROUTER: Address = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
export const FRIEND: Address = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
export const THIEF: Address = '0x1234567890123456789012345678901234567890'

const STATE: FakeChainState = {
  price: 2_480,
  tokens: {
    [USDC]: { symbol: 'USDC', decimals: 6, balance: 2_500_000_000n },
    [FAKE_USDC]: { symbol: 'USDC', decimals: 6 },
    [CATS]: { symbol: 'CATS', standard: 'erc721' },
  },
  contracts: [ROUTER, SAFE],
}

const common = { id: '1', wallet, chainId: 1, uiOptions: {} } as const
const send = (transaction: object, over: object = {}): ScreenRequest =>
  ({ ...common, kind: 'send-transaction', transaction, ...over }) as ScreenRequest
const tokenCall = (functionName: 'transfer' | 'approve', args: readonly [Address, bigint]) =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName, args })
const approveAll = (operator: Address) =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName: 'setApprovalForAll', args: [operator, true] })
const swap = encodeFunctionData({
  abi: parseAbi([
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ]),
  args: [2_400_000_000n, [USDC, USDC], wallet.address as Address, 1_900_000_000n],
})
const MOST = 2n ** 256n - 1n

const permit = (over: object = {}) => ({
  types: {
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'nonce', type: 'uint256' },
      { name: 'deadline', type: 'uint256' },
    ],
  },
  primary_type: 'Permit',
  domain: { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: USDC },
  message: {
    owner: wallet.address,
    spender: ROUTER,
    value: '250000000',
    nonce: '0',
    deadline: '1900000000',
    ...over,
  },
})

const order = {
  types: {
    OrderComponents: [
      { name: 'offerer', type: 'address' },
      { name: 'offer', type: 'Item[]' },
      { name: 'consideration', type: 'Item[]' },
      { name: 'endTime', type: 'uint256' },
    ],
    Item: [
      { name: 'itemType', type: 'uint8' },
      { name: 'token', type: 'address' },
      { name: 'identifierOrCriteria', type: 'uint256' },
      { name: 'startAmount', type: 'uint256' },
      { name: 'endAmount', type: 'uint256' },
      { name: 'recipient', type: 'address' },
    ],
  },
  primary_type: 'OrderComponents',
  domain: { name: 'Seaport', version: '1.6', chainId: 1, verifyingContract: ROUTER },
  message: {
    offerer: wallet.address,
    offer: [{ itemType: 2, token: CATS, identifierOrCriteria: '4711', startAmount: '1', endAmount: '1' }],
    consideration: [
      {
        itemType: 0,
        token: `0x${'0'.repeat(40)}`,
        identifierOrCriteria: '0',
        startAmount: '975000000000000000',
        endAmount: '975000000000000000',
        recipient: wallet.address,
      },
      {
        itemType: 0,
        token: `0x${'0'.repeat(40)}`,
        identifierOrCriteria: '0',
        startAmount: '25000000000000000',
        endAmount: '25000000000000000',
        recipient: ROUTER,
      },
    ],
    endTime: '1900000000',
  },
}

const mail = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primary_type: 'Mail',
  domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: ROUTER },
  message: {
    from: { name: 'Cow', wallet: wallet.address },
    to: { name: 'Bob', wallet: FRIEND },
    contents: 'Hello, Bob!',
  },
}

/** A Safe pays, and a smart account does (ERC-4337 v0.8). */
const safeTx = {
  types: {
    SafeTx: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'data', type: 'bytes' },
      { name: 'operation', type: 'uint8' },
    ],
  },
  primary_type: 'SafeTx',
  domain: { chainId: 1, verifyingContract: SAFE },
  message: { to: USDC, value: '0', data: tokenCall('transfer', [FRIEND, 89_000_000n]), operation: 0 },
}
const userOperation = (callData: string) => ({
  types: {
    PackedUserOperation: [
      { name: 'sender', type: 'address' },
      { name: 'nonce', type: 'uint256' },
      { name: 'callData', type: 'bytes' },
    ],
  },
  primary_type: 'PackedUserOperation',
  domain: { name: 'ERC4337', version: '1', chainId: 1, verifyingContract: ROUTER },
  message: { sender: SAFE, nonce: '1', callData },
})

const typed = (typedData: object): ScreenRequest =>
  ({ id: '1', kind: 'sign-typed-data', wallet, typedData, uiOptions: {} }) as ScreenRequest

/** One simulation result per call, of ordinary gas. */
export const simulationOf = (...logs: readonly object[]) => [
  { calls: [{ status: '0x1', gasUsed: '0x1d4c0', returnData: '0x', logs }] },
]

const topic = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
export const transferLog = (token: string, from: string, to: string, amount: bigint) => ({
  address: token,
  topics: ['0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef', topic(from), topic(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
})

const scene = (request: ScreenRequest, state: FakeChainState = {}): Scene => ({
  request,
  network: fakeNetwork({ ...STATE, ...state }),
})

export const SCENES: Readonly<Record<string, Scene>> = {
  'tx-send': scene(send({ to: FRIEND, value: parseEther('0.25') })),
  'tx-token': scene(
    send(
      { to: USDC, data: tokenCall('transfer', [FRIEND, 89_000_000n]) },
      {
        uiOptions: {
          description: 'Order 1042: one desk lamp.',
          buttonText: 'Pay',
          transactionInfo: { title: 'Lumen Goods', action: 'Pay order' },
        },
      },
    ),
  ),
  'tx-approve': scene(send({ to: USDC, data: tokenCall('approve', [ROUTER, 250_000_000n]) })),
  'tx-unlimited': scene(send({ to: USDC, data: tokenCall('approve', [THIEF, MOST]) })),
  'tx-all': scene(send({ to: CATS, data: approveAll(ROUTER) })),
  'tx-swap': scene(send({ to: ROUTER, value: parseEther('1'), data: swap }), {
    simulate: () =>
      simulationOf(
        transferLog(`0x${'e'.repeat(40)}`, wallet.address, ROUTER, parseEther('1')),
        transferLog(USDC, ROUTER, wallet.address, 2_471_330_000n),
      ),
  }),
  'tx-unknown': scene(send({ to: ROUTER, value: 0n, data: '0xdeadbeef0000' }), {
    simulate: () => simulationOf(transferLog(USDC, wallet.address, THIEF, 2_500_000_000n)),
  }),
  'tx-fake': scene(send({ to: FAKE_USDC, data: tokenCall('transfer', [FRIEND, 5_000_000n]) })),
  'tx-short': scene(send({ to: FRIEND, value: parseEther('9') })),
  'tx-fails': scene(send({ to: ROUTER, value: parseEther('1'), data: swap }), {
    prepared: {
      maxFee: parseEther('0.2'),
      warnings: [{ kind: 'will-fail', reason: 'INSUFFICIENT_OUTPUT_AMOUNT' }],
    },
  }),
  'tx-down': scene(send({ to: FRIEND, value: parseEther('0.25') }), { isDown: true }),
  'tx-testnet': scene(send({ to: FRIEND, value: parseEther('0.25') }, { chainId: 11_155_111 }), {
    chain: { id: 11_155_111, name: 'Sepolia', isTestnet: true },
  }),
  calls: scene({
    ...common,
    kind: 'send-calls',
    calls: [
      { to: USDC, data: tokenCall('approve', [ROUTER, 250_000_000n]) },
      { to: ROUTER, value: parseEther('1'), data: swap },
      { to: FRIEND, value: parseEther('0.05') },
    ],
  } as ScreenRequest),
  'calls-grave': scene({
    ...common,
    kind: 'send-calls',
    calls: [
      { to: USDC, data: tokenCall('approve', [THIEF, MOST]) },
      { to: CATS, data: approveAll(THIEF) },
    ],
  } as ScreenRequest),
  'tx-own': scene(send({ to: FRIEND, value: parseEther('0.25') }, { isOwn: true })),
  'typed-mail': scene(typed(mail)),
  'typed-permit': scene(typed(permit())),
  'typed-permit-thief': scene(typed(permit({ spender: THIEF, value: MOST.toString() }))),
  'typed-order': scene(typed(order)),
  'typed-safe': scene(typed(safeTx)),
  'typed-operation': scene(
    typed(userOperation(execute({ to: USDC, data: tokenCall('transfer', [FRIEND, 89_000_000n]) }))),
  ),
  'typed-operation-unread': scene(typed(userOperation('0xdeadbeef'))),
  authorization: scene({
    id: '1',
    kind: 'sign-authorization',
    wallet,
    authorization: { contract: ROUTER, chainId: 0, nonce: 7 },
    uiOptions: {},
  }),
}
