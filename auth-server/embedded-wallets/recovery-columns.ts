import { createHash } from 'node:crypto'
import type { EditableAppConfig } from '@vitrine/shared/config/app-config.ts'
import type { Recovery } from '@vitrine/shared/wallet/embedded.ts'
import {
  allowsRecovery,
  recoveriesOnCreate,
  requiresUserOwnedRecovery,
} from '@vitrine/shared/wallet/recovery-rules.ts'
import { apiError } from '../errors/api-error.ts'

/** The recovery of a set, as its row keeps it. The verifier is high-entropy for who lacks the passcode: a fast hash does. */
export const recoveryColumns = (recovery: Recovery, sharingId: string) => ({
  recoveryMethod: recovery.method,
  recoveryShare: recovery.share,
  recoverySharingId: sharingId,
  recoverySalt: 'salt' in recovery ? recovery.salt : null,
  recoveryVerifierHash: 'verifier' in recovery ? verifierHash(recovery.verifier) : null,
  recoveryPlace: placeOf(recovery),
})

function placeOf(recovery: Recovery): string | null {
  switch (recovery.method) {
    case 'google-drive':
      return recovery.file_id
    case 'icloud':
      return recovery.icloud_record_name
    case 'passkey':
      return recovery.credential_id
    default:
      return null
  }
}

/** SHA-256, base64url. */
export const verifierHash = (verifier: string): string =>
  createHash('sha256').update(verifier, 'utf8').digest('base64url')

/** @throws `disallowed_recovery_method` (403) unless the app's config has the method */
export function requireAllowedRecovery(
  config: EditableAppConfig['embedded_wallet_config'],
  { method }: Pick<Recovery, 'method'>,
): void {
  if (allowsRecovery(config, method)) return
  throw apiError(
    'disallowed_recovery_method',
    method === 'privy'
      ? 'This app asks for a recovery of your own.'
      : 'This app does not offer this way to recover a wallet.',
  )
}

/** What the first wallet can be made with. @throws `disallowed_recovery_method` (403) unless the app's config has the method */
export function requireFirstRecovery(
  config: EditableAppConfig['embedded_wallet_config'],
  recovery: Pick<Recovery, 'method'>,
): void {
  requireAllowedRecovery(config, recovery)
  const { method } = recovery
  if (!requiresUserOwnedRecovery(config) || recoveriesOnCreate(config).some(it => it === method)) return
  throw apiError('disallowed_recovery_method', 'This app asks for a recovery passcode with the first wallet.')
}
