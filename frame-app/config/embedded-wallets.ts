import type { AppConfig } from '@vitrine/shared/config/app-config.ts'
import type { HostOptions } from '@vitrine/shared/config/host-options.ts'
import {
  requiresUserOwnedRecovery,
  type UserOwnedRecovery,
  userOwnedRecoveries,
} from '@vitrine/shared/wallet/recovery-rules.ts'
import type { Ruled } from './warning.ts'

export type CreateOnLogin = 'users-without-wallets' | 'all-users' | 'off'
type HostWallets = NonNullable<HostOptions['embeddedWallets']>

export interface EmbeddedWallets {
  readonly ethereum: { readonly createOnLogin: CreateOnLogin }
  readonly solana: { readonly createOnLogin: CreateOnLogin }
  readonly mode: AppConfig['embedded_wallet_config']['mode']
  readonly requireUserOwnedRecoveryOnCreate: boolean
  readonly userOwnedRecoveryOptions: readonly UserOwnedRecovery[]
  readonly showWalletUIs: boolean
  readonly priceDisplay: NonNullable<HostWallets['priceDisplay']>
  readonly disableAutomaticMigration: boolean
  readonly extendedCalldataDecoding: boolean
  readonly transactionScanning: { readonly enabled: boolean; readonly domain?: string | undefined }
}

export function mergeEmbeddedWallets(app: AppConfig, host: HostWallets): Ruled<EmbeddedWallets> {
  const server = app.embedded_wallet_config
  // The setting of the chain decides; the older one for all chains counts where the chain has none.
  const createOnLogin = (chain: 'ethereum' | 'solana') =>
    host[chain]?.createOnLogin ??
    server[chain].create_on_login ??
    (chain === 'ethereum' ? server.create_on_login : 'off')
  const mayHide = !app.enforce_wallet_uis
  return {
    value: {
      ethereum: { createOnLogin: createOnLogin('ethereum') },
      solana: { createOnLogin: createOnLogin('solana') },
      mode: server.mode,
      requireUserOwnedRecoveryOnCreate: requiresUserOwnedRecovery(server),
      userOwnedRecoveryOptions: userOwnedRecoveries(server),
      showWalletUIs: mayHide ? (host.showWalletUIs ?? true) : true,
      priceDisplay: host.priceDisplay ?? { primary: 'fiat-currency', secondary: 'native-token' },
      disableAutomaticMigration: host.disableAutomaticMigration ?? false,
      extendedCalldataDecoding: host.extendedCalldataDecoding ?? false,
      transactionScanning: host.transactionScanning ?? { enabled: false },
    },
    warnings:
      host.showWalletUIs === false && !mayHide
        ? [
            {
              rule: 'wallet-uis-enforced',
              message:
                'config.embeddedWallets.showWalletUIs: this app’s server config wants approvals on screen, so they stay.',
            },
          ]
        : [],
  }
}
