import type { AppConfig } from '../config/app-config.ts'

type WalletConfig = Pick<
  AppConfig['embedded_wallet_config'],
  'user_owned_recovery_options' | 'require_user_owned_recovery_on_create' | 'require_user_password_on_create'
>

/** The first wallet takes a recovery that the provider cannot use by itself (specification §4). */
export const requiresUserOwnedRecovery = (config: WalletConfig): boolean =>
  config.require_user_owned_recovery_on_create || config.require_user_password_on_create

/** Where one is required and none is named, a passcode is it: the only one that needs no third party. */
export const allowsPasscode = (config: WalletConfig): boolean =>
  requiresUserOwnedRecovery(config) || config.user_owned_recovery_options.includes('user-passcode')
