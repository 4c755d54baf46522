import type { AppConfig } from '../config/app-config.ts'
import type { RecoveryMethod } from './embedded.ts'

type WalletConfig = Pick<
  AppConfig['embedded_wallet_config'],
  'user_owned_recovery_options' | 'require_user_owned_recovery_on_create' | 'require_user_password_on_create'
>
/** What opens a person's wallets on a new device, and is theirs or their site's: the provider alone can use none of them. */
export type UserOwnedRecovery = Exclude<RecoveryMethod, 'privy'>

/** The first wallet takes a recovery that the provider cannot use by itself (specification §4). */
export const requiresUserOwnedRecovery = (config: WalletConfig): boolean =>
  config.require_user_owned_recovery_on_create || config.require_user_password_on_create

/**
 * What a person may choose, in the operator's order. Where one is required and none is named, a passcode is it: the only one
 * that needs no third party.
 */
export function userOwnedRecoveries(config: WalletConfig): readonly UserOwnedRecovery[] {
  const options: readonly UserOwnedRecovery[] = [...new Set(config.user_owned_recovery_options)]
  const takesPasscode = config.require_user_password_on_create || options.length === 0
  if (!requiresUserOwnedRecovery(config) || !takesPasscode || options.includes('user-passcode'))
    return options
  return ['user-passcode', ...options]
}

/** What the first wallet can be made with, where one is required: `require_user_password_on_create` takes a passcode. */
export const recoveriesOnCreate = (config: WalletConfig): readonly UserOwnedRecovery[] =>
  config.require_user_password_on_create ? ['user-passcode'] : userOwnedRecoveries(config)

/** Whether a recovery of this kind may be set. */
export const allowsRecovery = (config: WalletConfig, method: RecoveryMethod): boolean =>
  method === 'privy' ? !requiresUserOwnedRecovery(config) : userOwnedRecoveries(config).includes(method)
