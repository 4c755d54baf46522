import type { BridgeQuote } from '@vitrine/shared/api/funding.ts'
import type { Holding } from '../../../portfolio/ports.ts'
import { ETHER } from '../../../send/testing/holdings.ts'
import { externalWallet, wallet } from '../../../ui/testing/fake-kernel.ts'
import type { KnownRequest } from '../../asset.ts'
import type { BegunTransfer } from '../begun-transfer.ts'
import type { Payer } from '../payer.ts'

export const USDC = '0x00000000000000000000000000000000000C0117'
export const DEPOSITORY = `0x${'d'.repeat(40)}`

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

const word = (value: string) => value.padStart(64, '0')
export const approving = (spender: string, amount: bigint) =>
  `0x095ea7b3${word(spender.slice(2))}${word(amount.toString(16))}`
export const giving = (to: string, amount: bigint) =>
  `0xa9059cbb${word(to.slice(2))}${word(amount.toString(16))}`

/** 10 USDC from Base for 10.1, by an approval and a deposit. */
export const quote = (own: Partial<BridgeQuote> = {}): BridgeQuote => {
  const common = { chain: 'eip155:8453', from: externalWallet.address, value: '0' }
  return {
    quoteId: 'quote_1',
    provider: 'Relay',
    transactions: [
      { ...common, kind: 'approve', to: USDC, data: approving(DEPOSITORY, 10_100_000n) },
      { ...common, kind: 'deposit', to: DEPOSITORY, data: '0x12345678' },
    ],
    ...{ amountIn: '10100000', amountOut: '10000000', minimumAmountOut: '9900000' },
    ...{ feeUsd: '0.25', timeEstimate: 12, expiresAt: 30_000 },
    ...own,
  }
}
