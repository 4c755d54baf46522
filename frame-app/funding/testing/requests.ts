import { USDC_ADDRESSES, USDC_MINTS } from '@vitrine/shared/funding/usdc.ts'
import { wallet } from '../../ui/testing/fake-kernel.ts'
import type { KnownRequest } from '../asset.ts'

const SHARED = {
  amount: null,
  supportedOptions: [{ method: 'manual', provider: null }],
  disabledOptions: [],
  defaultFundingMethod: null,
  preferredCardProvider: null,
  isTestnet: false,
  isBridgingEnabled: false,
  uiConfig: {},
} as const

type Own = Partial<Omit<KnownRequest, 'chainType'>>

/** USDC on Base, for the wallet of the fake kernel. */
export const onBase = (own: Own = {}): KnownRequest =>
  ({
    ...SHARED,
    chainType: 'ethereum',
    address: wallet.address,
    chain: 'eip155:8453',
    solanaChain: null,
    erc20Address: USDC_ADDRESSES[8453] ?? null,
    isUSDC: true,
    asset: { type: 'USDC', address: USDC_ADDRESSES[8453] ?? null, symbol: 'USDC', decimals: 6 },
    ...own,
  }) as KnownRequest

/** USDC on Solana. */
export const onSolana = (own: Own = {}): KnownRequest =>
  ({
    ...SHARED,
    chainType: 'solana',
    address: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
    chain: 'solana:mainnet',
    solanaChain: 'solana:mainnet',
    erc20Address: null,
    isUSDC: true,
    asset: { type: 'USDC', address: USDC_MINTS['solana:mainnet'] ?? null, symbol: 'USDC', decimals: 6 },
    ...own,
  }) as KnownRequest

/** The chain's own currency in the place of USDC. */
export const ETHER = { type: 'native-currency', address: null, symbol: 'ETH', decimals: 18 } as const
export const SOL = { type: 'native-currency', address: null, symbol: 'SOL', decimals: 9 } as const
