import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import type { ChainType } from '../external-wallets/ports.ts'

/** Whether wallets on phones can be reached. */
export const hasWalletConnect = ({
  walletConnectCloudProjectId: project,
  externalWallets,
}: Pick<EffectiveConfig, 'walletConnectCloudProjectId' | 'externalWallets'>): boolean =>
  project !== null && externalWallets.isWalletConnectEnabled

/** Whether a code to scan is offered for a chain. Of Solana only where the site names it: WalletConnect holds one at a time. */
export const hasCodeFor = (chainType: ChainType, entries: readonly WalletListEntry[]): boolean =>
  entries.includes('wallet_connect_qr_solana') === (chainType === 'solana')
