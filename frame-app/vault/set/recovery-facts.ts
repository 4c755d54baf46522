import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'

/** How a set is recovered: what a new device needs to know to get at the secret. Nothing of it is secret. */
export interface RecoveryFacts {
  readonly method: RecoveryMethod
  /** In Google Drive. */
  readonly fileId: string | null
  /** In iCloud. */
  readonly recordName: string | null
  /** Of a passkey. */
  readonly credentialId: string | null
  /** Argon2id's of a passcode, or the input of a passkey's PRF; base64url. */
  readonly salt: string | null
}
