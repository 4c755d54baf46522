import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import { type ReactNode, useState } from 'react'
import type { RecoverySecret } from '../wallet/recovery-secret.ts'
import { Chooser } from './chooser.tsx'
import { cloudOf } from './cloud-platform.ts'
import { CloudSetup } from './cloud-setup.tsx'
import { PasscodeSetup } from './passcode-setup.tsx'
import { PasskeySetup } from './passkey-setup.tsx'
import { SiteKeySetup } from './site-key-setup.tsx'

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

/** What each way to set a recovery gets. */
export interface MethodSetupProps {
  readonly setter: RecoverySetter
  /** Stands in the card's place while there is one, such as the proof of a way in. */
  readonly instead: ReactNode
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
}

export interface RecoverySetupProps extends MethodSetupProps {
  /** What the app offers, in its order; one at least. */
  readonly options: readonly UserOwnedRecovery[]
}

/** Has a person choose a recovery where there is a choice, and sets it. */
export function RecoverySetup({ options, onBack, ...rest }: RecoverySetupProps) {
  const [only, ...others] = options
  const hasChoice = others.length > 0
  const [chosen, setChosen] = useState<UserOwnedRecovery | undefined>(hasChoice ? undefined : only)
  if (chosen === undefined)
    return (
      <Chooser
        onBack={onBack}
        onChoose={setChosen}
        onClose={rest.onClose}
        options={options}
        present={rest.setter.present}
      />
    )
  const props = { ...rest, onBack: hasChoice ? () => setChosen(undefined) : onBack }
  const cloud = cloudOf(chosen)
  if (cloud) return <CloudSetup {...props} cloud={cloud} />
  switch (chosen) {
    case 'passkey':
      return <PasskeySetup {...props} />
    case 'recovery-encryption-key':
      return <SiteKeySetup {...props} />
    default:
      return <PasscodeSetup {...props} />
  }
}
