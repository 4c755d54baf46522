import { VitrineError } from '@vitrine/shared/errors/vitrine-error.ts'
import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import type { ReactNode } from 'react'
import type { RecoverySecret } from '../wallet/recovery-secret.ts'

/** What a recovery that a person chooses is set by. */
export interface RecoverySetter {
  /** What there is now; `null`: it is for the first wallet, and comes with it. */
  readonly present: RecoveryMethod | null
  /**
   * Has a way in proven, where a change takes that: before a person goes to another company, or makes a passkey, and is then
   * refused. @throws VitrineError `user_rejected` when they leave
   */
  prove(signal: AbortSignal): Promise<void>
  /** Settles once the recovery is the new one. */
  set(secret: RecoverySecret, signal: AbortSignal): Promise<void>
}

/** Why a recovery that the person chose was not set: there is one that it may not replace. */
export interface RecoveryRefusal {
  readonly code: 'embedded_wallet_recovery_already_exists' | 'embedded_wallet_password_already_exists'
  readonly message: string
}

/** @returns `null` for what failed in another way */
export function refusalIn(error: unknown): RecoveryRefusal | null {
  if (!(error instanceof VitrineError)) return null
  const { code, message } = error
  return code === 'embedded_wallet_recovery_already_exists' ||
    code === 'embedded_wallet_password_already_exists'
    ? { code, message }
    : null
}

/** What a person may choose of, and how it is set. */
export interface RecoveryChoice {
  /** What the app offers, in its order; one at least. */
  readonly options: readonly UserOwnedRecovery[]
  readonly setter: RecoverySetter
}

/** What each way to set a recovery gets. */
export interface MethodSetupProps {
  readonly setter: RecoverySetter
  /** Stands in the card's place while there is one, such as the proof of a way in. */
  readonly instead: ReactNode
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
}
