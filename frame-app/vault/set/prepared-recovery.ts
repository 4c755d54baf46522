import type { RecoveryKind } from './given-secret.ts'
import type { SealedShare } from './split.ts'

/** Keys for the shares of one owner's set, made once of what the server gave and what the person has. */
export interface Prepared {
  /** `<app id>/<user id>` */
  readonly owner: string
  readonly authKey: CryptoKey
  readonly recoveryKey: CryptoKey
  readonly kind: RecoveryKind
  readonly verifier: string
}

/** A recovery share that does not open: what was given was another secret; the automatic key is nobody's to give. */
export const sealedRecovery = ({ recoveryKey: key, kind }: Prepared, envelope: string): SealedShare => ({
  key,
  kind: 'recovery-share',
  envelope,
  mismatch: kind.method === 'privy' ? 'damaged' : 'wrong-recovery-key',
})
