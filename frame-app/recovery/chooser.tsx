import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import { Fragment, useState } from 'react'
import { ChoiceRow, ChoiceRows } from '../ui/choice-row.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import { cloudOf } from './cloud-platform.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import { meaningOf, nameOf } from './recovery-names.ts'
import type { RecoveryRefusal } from './setter.ts'

export interface ChooserProps {
  readonly options: readonly UserOwnedRecovery[]
  /** What there is now; `null`: it is for the first wallet. */
  readonly present: RecoveryMethod | null
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
  /** The cloud that has it already was chosen. */
  onRefused?: ((refusal: RecoveryRefusal) => void) | undefined
  onChoose(method: UserOwnedRecovery): void
}

/**
 * The recoveries that a person may choose. Nothing is given by a press: each leads to a screen of its own. The cloud that keeps
 * the key already is refused here, before anything is asked (specification §4).
 */
export function Chooser({ options, present, onBack, onClose, onRefused, onChoose }: ChooserProps) {
  const { app } = useKernel()
  const [refused, setRefused] = useState<string | null>(null)
  const choose = (method: UserOwnedRecovery) => {
    const same = method === present ? cloudOf(method) : null
    if (!same) return onChoose(method)
    const message = say('recovery.sameCloud', { cloud: same.name })
    setRefused(message)
    onRefused?.({ code: 'embedded_wallet_recovery_already_exists', message })
  }
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say(present === null ? 'recovery.sentence' : 'recovery.changeSentence')}
      title={say(present === null ? 'recovery.title' : 'recovery.changeTitle')}
    >
      <ChoiceRows>
        {options.map((method, index) => {
          const Mark = RECOVERY_ICONS[method]
          return (
            <Fragment key={method}>
              <ChoiceRow
                icon={<Mark />}
                isFirst={index === 0}
                label={nameOf[method](app)}
                mark={method === present ? say('recovery.inUse') : undefined}
                meaning={meaningOf[method](app)}
                onPress={() => choose(method)}
              />
              {refused !== null && method === present ? <Problem>{refused}</Problem> : null}
            </Fragment>
          )
        })}
      </ChoiceRows>
    </Screen>
  )
}
