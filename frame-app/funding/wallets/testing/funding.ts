import type { BridgeQuote } from '@vitrine/shared/api/funding.ts'
import { approveData, depositErc20Data } from '@vitrine/shared/funding/testing/depository-chain.ts'
import type { Address, Hex } from 'viem'
import type { Holding } from '../../../portfolio/ports.ts'
import { ETHER } from '../../../send/testing/holdings.ts'
import { externalWallet, wallet } from '../../../ui/testing/fake-kernel.ts'
import type { KnownRequest } from '../../asset.ts'
import type { BegunTransfer } from '../begun-transfer.ts'
import type { Payer } from '../payer.ts'

export const USDC = '0x00000000000000000000000000000000000C0117'
/** Relay's on Base. */
export const DEPOSITORY = '0x4cD00E387622C35bDDB9b4c962C136462338BC31'
export const ORDER: Hex = `0x${'ab'.repeat(32)}`

/** USDC to the wallet of `fake-kernel.ts`, on Ethereum. */
export const usdcRequest = (own: Partial<KnownRequest> = {}): KnownRequest =>
  ({
    chainType: 'ethereum',
    chain: 'eip155:1',
    address: wallet.address,
    amount: '10',
    asset: { type: 'USDC', address: USDC, symbol: 'USDC', decimals: 6 },
    isUSDC: true,
    erc20Address: USDC,
    solanaChain: null,
    supportedOptions: [{ method: 'wallets', provider: null }],
    disabledOptions: [],
    defaultFundingMethod: 'wallets',
    preferredCardProvider: null,
    isTestnet: false,
    isBridgingEnabled: false,
    uiConfig: {},
    ...own,
  }) as KnownRequest

export const payer: Payer = { wallet: externalWallet, name: 'MetaMask', icon: null }

/** 12.5 USDC of the payer, on Ethereum. */
export const usdcHolding = (own: Partial<Holding> = {}): Holding => ({
  ...ETHER,
  ...{ key: 'usdc', token: USDC, symbol: 'USDC', name: 'USD Coin', decimals: 6, amount: 12_500_000n },
  ...{ price: null, origin: 'known' },
  ...own,
})

/** The same on another chain. */
export const BASE = { type: 'ethereum', id: 8453, name: 'Base', isTestnet: false } as const

export const begunTransfer = (own: Partial<BegunTransfer> = {}): BegunTransfer => ({
  transferId: 't'.repeat(43),
  ...{ chain: 'eip155:1', token: USDC, amount: '10000000', before: '0' },
  from: {
    ...{ address: externalWallet.address, chainType: 'ethereum', chain: 'eip155:1' },
    ...{ walletClientType: 'metamask', name: 'MetaMask', isExternal: true },
  },
  ...{ sent: null, bridge: null, at: 1_000 },
  ...own,
})

/**
 * A node's answer to `eth_simulateV1` for the quote's approval and deposit, or for the deposit alone.
 * @param theft how much leaves besides
 */
export const simulated = (request: unknown, { allowed = 0n, theft = 0n } = {}) => {
  const { blockStateCalls } = request as { blockStateCalls: readonly { calls: readonly { to: string }[] }[] }
  const count = blockStateCalls[0]?.calls.length ?? 0
  const word = (value: bigint | string) =>
    (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
  const answer = (returnData = '0x', logs: readonly object[] = []) => ({
    ...{ status: '0x1', gasUsed: '0x1', returnData, logs },
  })
  const paid = 10_100_000n
  const transfer = (to: string, value: bigint) => ({
    address: USDC,
    topics: [TRANSFER, `0x${word(externalWallet.address)}`, `0x${word(to)}`],
    data: `0x${word(value)}`,
  })
  const logs = [transfer(DEPOSITORY, paid), ...(theft > 0n ? [transfer(wallet.address, theft)] : [])]
  const book = (value: bigint) => answer(`0x${word(value)}`)
  const approvals = Array.from({ length: count - 5 }, () => answer())
  const calls = [book(50_000_000n), book(allowed), ...approvals, answer('0x', logs)]
  return [{ calls: [...calls, book(50_000_000n - paid - theft), book(0n)] }]
}
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** 10 USDC from Base for 10.1, by an approval and a deposit. */
export const quote = (own: Partial<BridgeQuote> = {}): BridgeQuote => {
  const payer = externalWallet.address as Address
  const common = { chain: 'eip155:8453', from: payer, value: '0' }
  return {
    quoteId: 'quote_1',
    provider: 'Relay',
    transactions: [
      { ...common, kind: 'approve', to: USDC, data: approveData(DEPOSITORY, 10_100_000n) },
      { ...common, kind: 'deposit', to: DEPOSITORY, data: depositErc20Data(payer, USDC, 10_100_000n, ORDER) },
    ],
    ...{ amountIn: '10100000', amountOut: '10000000', minimumAmountOut: '9900000' },
    ...{ feeUsd: '0.25', timeEstimate: 12, expiresAt: 30_000 },
    ...own,
  }
}
