import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import type { Way } from '@vitrine/shared/login/registry.ts'
import { walletEntryOf } from '../config/login-names.ts'

/** Of wallets whose entry does not spell their name. */
const NAMES: Readonly<Record<string, string>> = {
  metamask: 'MetaMask',
  cryptocom: 'Crypto.com Onchain',
  uniswap: 'Uniswap Wallet',
  okx_wallet: 'OKX Wallet',
  universal_profile: 'Universal Profiles',
  haha_wallet: 'HaHa Wallet',
  binance: 'Binance Wallet',
  binanceus: 'Binance.US',
  wallet_connect: 'WalletConnect',
  wallet_connect_qr: 'WalletConnect',
  wallet_connect_qr_solana: 'WalletConnect',
}

/** Their own names, the same in every language. */
export const CHAIN_NAMES = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** A wallet's name for its row on the landing, where all that is known of it has not come yet. */
export const rowName = (entry: string): string =>
  NAMES[entry] ?? entry.replace(/_/g, ' ').replace(/\b[a-z]/g, letter => letter.toUpperCase())

/** The wallet whose row the landing has; `null`: the row for all of them. */
export const entryOfRow = ({ provider }: Way): WalletListEntry | null => walletEntryOf(provider)
