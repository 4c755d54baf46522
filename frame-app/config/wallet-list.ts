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

type Chain = 'ethereum' | 'solana'
const CHAINS: Readonly<Record<WalletChainType, readonly Chain[]>> = {
  'ethereum-only': ['ethereum'],
  'solana-only': ['solana'],
  'ethereum-and-solana': ['ethereum', 'solana'],
}
export const chainsOf = (chainType: WalletChainType): readonly Chain[] => CHAINS[chainType]

const SOLANA_ONLY: readonly WalletListEntry[] = [
  'detected_solana_wallets',
  'wallet_connect_qr_solana',
  'solflare',
  'jupiter',
]
const BOTH_CHAINS: readonly WalletListEntry[] = [
  'detected_wallets',
  'phantom',
  'backpack',
  'okx_wallet',
  'bitget_wallet',
  'binance',
  'metamask',
]

/** Whether an entry is shown to who uses these chains (contract §4.5). */
export const fitsChains = (entry: WalletListEntry, chains: readonly Chain[]): boolean =>
  BOTH_CHAINS.includes(entry)
    ? chains.length > 0
    : chains.includes(SOLANA_ONLY.includes(entry) ? 'solana' : 'ethereum')

/**
 * The wallets to show, each once, in order; which of them fit the chains is seen where they are shown.
 * @param at the option that they stand in
 * @throws ConfigError for WalletConnect as a wallet of both chains: it can hold one session at a time (specification §5)
 */
export function mergeWalletList(
  asked: readonly WalletListEntry[] | undefined,
  at = 'config.appearance.walletList',
): readonly WalletListEntry[] {
  const list = [...new Set(asked ?? DEFAULT_WALLET_LIST)]
  for (const entry of ['wallet_connect', 'wallet_connect_qr'] as const)
    if (list.includes(entry) && list.includes('wallet_connect_qr_solana'))
      throw new ConfigError(
        `${at}: "${entry}" and "wallet_connect_qr_solana" cannot stand together. Keep one of them.`,
      )
  return list
}
