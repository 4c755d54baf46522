import { relayUrlOf } from '@vitrine/shared/config/wallet-connect.ts'
import type { WalletListEntry } from '@vitrine/shared/config/wallet-list.ts'
import type { EffectiveConfig } from '../config/effective.ts'
import type { ChainType } from '../external-wallets/ports.ts'

/** Whether wallets on phones can be reached: the document lets the frame go there, and the site has not turned it off. */
export const hasWalletConnect = (
  app: Parameters<typeof relayUrlOf>[0],
  { externalWallets }: Pick<EffectiveConfig, 'externalWallets'>,
): boolean => relayUrlOf(app) !== null && externalWallets.isWalletConnectEnabled

/** Whether a code to scan is offered for a chain. Of Solana only where the site names it: WalletConnect holds one at a time. */
export const hasCodeFor = (chainType: ChainType, entries: readonly WalletListEntry[]): boolean =>
  entries.includes('wallet_connect_qr_solana') === (chainType === 'solana')
