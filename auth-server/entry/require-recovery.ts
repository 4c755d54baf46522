import { type UserOwnedRecovery, userOwnedRecoveries } from '@vitrine/shared/wallet/recovery-rules.ts'
import type { App } from '../apps/registry.ts'
import { apiError } from '../errors/api-error.ts'

/**
 * What serves a recovery is there where the app's wallets are on the person's devices and its operator offers that recovery.
 * @throws `disallowed_recovery_method` (403)
 */
export function requireRecovery({ config }: App, method: UserOwnedRecovery): void {
  const { embedded_wallet_config: wallets } = config
  const isOffered =
    wallets.mode === 'legacy-embedded-wallets-only' && userOwnedRecoveries(wallets).includes(method)
  if (isOffered && (method !== 'icloud' || wallets.icloud !== null)) return
  throw apiError('disallowed_recovery_method', 'This app does not offer this way to recover a wallet.')
}
