import { createHash } from 'node:crypto'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type { Recovery } from '@vitrine/shared/wallet/embedded.ts'
import { allowsPasscode, requiresUserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import { apiError } from '../errors/api-error.ts'

/** The recovery of a set, as its row keeps it. The verifier is high-entropy for who lacks the passcode: a fast hash does. */
export const recoveryColumns = (recovery: Recovery, sharingId: string) => ({
  recoveryMethod: recovery.method,
  recoveryShare: recovery.share,
  recoverySharingId: sharingId,
  recoverySalt: recovery.method === 'user-passcode' ? recovery.salt : null,
  recoveryVerifierHash: recovery.method === 'user-passcode' ? verifierHash(recovery.verifier) : null,
})

/** SHA-256, base64url. */
export const verifierHash = (verifier: string): string =>
  createHash('sha256').update(verifier, 'utf8').digest('base64url')

/** @throws `disallowed_recovery_method` (403) unless the app's config has the method */
export function requireAllowedRecovery(
  config: EditableAppConfig['embedded_wallet_config'],
  { method }: Pick<Recovery, 'method'>,
): void {
  const allowed = method === 'privy' ? !requiresUserOwnedRecovery(config) : allowsPasscode(config)
  if (allowed) return
  throw apiError(
    'disallowed_recovery_method',
    method === 'privy'
      ? 'This app asks for a recovery passcode of your own.'
      : 'This app does not offer a recovery passcode.',
  )
}
