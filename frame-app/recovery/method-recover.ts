import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import type { RecoveryFacts } from '../vault/set/recovery-facts.ts'

/** How a wallet is recovered that does not open by itself. */
export interface ClosedFacts extends Omit<RecoveryFacts, 'method'> {
  readonly method: UserOwnedRecovery
}

/** What each way to recover gets. */
export interface MethodRecoverProps {
  readonly facts: ClosedFacts
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
  onRecovered(): void
}
