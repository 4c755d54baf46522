import type { CallDescriptor } from './descriptor.ts'

/** Contracts of wrapped native currency (WETH9 and its copies). Elsewhere a `deposit()` does something else. */
const WRAPPED = {
  1: ['0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'],
  10: ['0x4200000000000000000000000000000000000006'],
  56: ['0xbb4CdB9CBd36B01bD1cBaEBF2De08d9173bc095c'],
  137: ['0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270'],
  8453: ['0x4200000000000000000000000000000000000006'],
  42161: ['0x82aF49447D8a07e3bd95BD0d56f35241523fBab1'],
  43114: ['0xB31f66AA3C1e785363F0875A1B74E27b85FD66c7'],
  11155111: ['0xfFf9976782d46CC05630D1f6eBAb18b2324d6B14'],
} as const

/** Pools of Aave V3 (its public address book). */
const AAVE_POOL = {
  1: ['0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2'],
  10: ['0x794a61358D6845594F94dc1DB02A252b5b4814aD'],
  137: ['0x794a61358D6845594F94dc1DB02A252b5b4814aD'],
  8453: ['0xA238Dd80C259a72e81d7e4664a9801593F98d1c5'],
  42161: ['0x794a61358D6845594F94dc1DB02A252b5b4814aD'],
  43114: ['0x794a61358D6845594F94dc1DB02A252b5b4814aD'],
} as const

const deadline = { path: 'deadline', label: 'approval.field.until', format: 'date' } as const
const receiver = { path: 'to', label: 'approval.field.receiver', format: 'address' } as const
const pays = (path: string, token: string) =>
  ({ path, label: 'approval.field.pays', format: { tokenAmount: token } }) as const
const atMost = (path: string, token: string) =>
  ({ path, label: 'approval.field.paysAtMost', format: { tokenAmount: token } }) as const
const atLeast = (path: string, token: string) =>
  ({ path, label: 'approval.field.getsAtLeast', format: { tokenAmount: token } }) as const

/** Functions that many contracts have, and those of a few well-known ones. */
export const DESCRIPTORS: readonly CallDescriptor[] = [
  { abi: 'function deposit()', intent: 'approval.intent.wrap', at: WRAPPED, fields: [] },
  {
    abi: 'function withdraw(uint256 amount)',
    intent: 'approval.intent.withdraw',
    at: WRAPPED,
    fields: [pays('amount', '@to')],
  },
  // Every staking contract and every thief has these too.
  { abi: 'function deposit()', intent: 'approval.intent.deposit', fields: [] },
  {
    abi: 'function withdraw(uint256 amount)',
    intent: 'approval.intent.withdraw',
    fields: [pays('amount', '@to')],
  },

  // ERC-4626 vaults.
  {
    abi: 'function deposit(uint256 assets, address receiver)',
    intent: 'approval.intent.deposit',
    // The vault's own token is named in the vault alone.
    mayTakeMore: true,
    fields: [
      { path: 'assets', label: 'approval.field.amount', format: 'number' },
      { path: 'receiver', label: 'approval.field.receiver', format: 'address' },
    ],
  },
  {
    abi: 'function redeem(uint256 shares, address receiver, address owner)',
    intent: 'approval.intent.withdraw',
    fields: [
      pays('shares', '@to'),
      { path: 'receiver', label: 'approval.field.receiver', format: 'address' },
      { path: 'owner', label: 'approval.field.owner', format: 'address' },
    ],
  },

  // Swaps by a router after Uniswap V2 and V3.
  {
    abi: 'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    intent: 'approval.intent.swap',
    fields: [pays('amountIn', 'path.0'), atLeast('amountOutMin', 'path.-1'), receiver, deadline],
  },
  {
    abi: 'function swapTokensForExactTokens(uint256 amountOut, uint256 amountInMax, address[] path, address to, uint256 deadline)',
    intent: 'approval.intent.swap',
    fields: [atMost('amountInMax', 'path.0'), atLeast('amountOut', 'path.-1'), receiver, deadline],
  },
  {
    abi: 'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    intent: 'approval.intent.swap',
    fields: [atLeast('amountOutMin', 'path.-1'), receiver, deadline],
  },
  {
    abi: 'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    intent: 'approval.intent.swap',
    fields: [
      pays('amountIn', 'path.0'),
      { path: 'amountOutMin', label: 'approval.field.getsAtLeast', format: 'native-amount' },
      receiver,
      deadline,
    ],
  },
  {
    abi: 'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params)',
    intent: 'approval.intent.swap',
    fields: [
      pays('params.amountIn', 'params.tokenIn'),
      atLeast('params.amountOutMinimum', 'params.tokenOut'),
      { ...receiver, path: 'params.recipient' },
    ],
  },

  // Lending by Aave V3.
  {
    abi: 'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
    intent: 'approval.intent.deposit',
    at: AAVE_POOL,
    fields: [
      pays('amount', 'asset'),
      { path: 'onBehalfOf', label: 'approval.field.owner', format: 'address' },
    ],
  },
  {
    abi: 'function withdraw(address asset, uint256 amount, address to)',
    intent: 'approval.intent.withdraw',
    at: AAVE_POOL,
    fields: [{ path: 'amount', label: 'approval.field.amount', format: { tokenAmount: 'asset' } }, receiver],
  },
  {
    abi: 'function borrow(address asset, uint256 amount, uint256 interestRateMode, uint16 referralCode, address onBehalfOf)',
    intent: 'approval.intent.borrow',
    at: AAVE_POOL,
    fields: [
      { path: 'amount', label: 'approval.field.amount', format: { tokenAmount: 'asset' } },
      { path: 'onBehalfOf', label: 'approval.field.owner', format: 'address' },
    ],
  },
  {
    abi: 'function repay(address asset, uint256 amount, uint256 interestRateMode, address onBehalfOf)',
    intent: 'approval.intent.repay',
    at: AAVE_POOL,
    fields: [
      atMost('amount', 'asset'),
      { path: 'onBehalfOf', label: 'approval.field.owner', format: 'address' },
    ],
  },
]
