import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import { type ComponentType, useState } from 'react'
import { Chooser } from './chooser.tsx'
import { CLOUDS } from './cloud-platform.ts'
import { CloudSetup } from './cloud-setup.tsx'
import { PasscodeSetup } from './passcode-setup.tsx'
import { PasskeySetup } from './passkey-setup.tsx'
import type { MethodSetupProps, RecoveryChoice, RecoveryRefusal } from './setter.ts'
import { SiteKeySetup } from './site-key-setup.tsx'

const SETUPS: Readonly<Record<UserOwnedRecovery, ComponentType<MethodSetupProps>>> = {
  'user-passcode': PasscodeSetup,
  'google-drive': props => <CloudSetup {...props} cloud={CLOUDS['google-drive']} />,
  icloud: props => <CloudSetup {...props} cloud={CLOUDS.icloud} />,
  passkey: PasskeySetup,
  'recovery-encryption-key': SiteKeySetup,
}

export interface RecoverySetupProps extends MethodSetupProps, RecoveryChoice {
  /** `null`: the person goes on with another one. */
  onRefused?(refusal: RecoveryRefusal | null): void
}

/** Has a person choose a recovery where there is a choice, and sets it. */
export function RecoverySetup({ options, onBack, onRefused, ...rest }: RecoverySetupProps) {
  const [only, ...others] = options
  const hasChoice = others.length > 0
  const [chosen, setChosen] = useState<UserOwnedRecovery | undefined>(hasChoice ? undefined : only)
  const choose = (method: UserOwnedRecovery) => {
    onRefused?.(null)
    setChosen(method)
  }
  if (chosen === undefined)
    return (
      <Chooser
        onBack={onBack}
        onChoose={choose}
        onClose={rest.onClose}
        onRefused={onRefused}
        options={options}
        present={rest.setter.present}
      />
    )
  const props = { ...rest, onBack: hasChoice ? () => setChosen(undefined) : onBack }
  const Setup = SETUPS[chosen]
  return <Setup {...props} />
}
