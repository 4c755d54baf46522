import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import { ConfigError } from './warning.ts'

/** Specification §9. */
export const DEFAULT_WALLET_LIST: readonly WalletListEntry[] = [
  'detected_ethereum_wallets',
  'detected_solana_wallets',
  'metamask',
  'coinbase_wallet',
  'rainbow',
  'base_account',
  'wallet_connect',
]

export type WalletChainType = 'ethereum-only' | 'solana-only' | 'ethereum-and-solana'

const SOLANA_ONLY: readonly WalletListEntry[] = [
  'detected_solana_wallets',
  'wallet_connect_qr_solana',
  'solflare',
  'jupiter',
]
const BOTH_CHAINS: readonly WalletListEntry[] = [
  'phantom',
  'backpack',
  'okx_wallet',
  'bitget_wallet',
  'binance',
  'metamask',
]

/**
 * The wallets to show, in order. Entries that do not fit the chain type are not shown (contract §4.5).
 * @throws ConfigError for WalletConnect as a wallet of both chains: it can hold one session at a time (specification §5)
 */
export function mergeWalletList(
  asked: readonly WalletListEntry[] | undefined,
  chainType: WalletChainType,
): readonly WalletListEntry[] {
  const list = [...new Set(asked ?? DEFAULT_WALLET_LIST)]
  for (const entry of ['wallet_connect', 'wallet_connect_qr'] as const)
    if (list.includes(entry) && list.includes('wallet_connect_qr_solana'))
      throw new ConfigError(
        `config.appearance.walletList: "${entry}" and "wallet_connect_qr_solana" cannot stand together. Keep one of them.`,
      )
  if (chainType === 'ethereum-and-solana') return list
  const wantsSolana = chainType === 'solana-only'
  return list.filter(entry => BOTH_CHAINS.includes(entry) || SOLANA_ONLY.includes(entry) === wantsSolana)
}
