import type { RecoveryMethod } from '@vitrine/shared/wallet/embedded.ts'
import type { UserOwnedRecovery } from '@vitrine/shared/wallet/recovery-rules.ts'
import { useState } from 'react'
import { ChoiceRow, ChoiceRows } from '../ui/choice-row.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { say } from '../words/say.ts'
import { cloudOf } from './cloud-platform.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import { meaningOf, nameOf } from './recovery-names.ts'

export interface ChooserProps {
  readonly options: readonly UserOwnedRecovery[]
  /** What there is now; `null`: it is for the first wallet. */
  readonly present: RecoveryMethod | null
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
  onChoose(method: UserOwnedRecovery): void
}

/**
 * The recoveries that a person may choose. Nothing is given by a press: each leads to a screen of its own. The cloud that keeps
 * the key already is refused here, before anything is asked (specification §4).
 */
export function Chooser({ options, present, onBack, onClose, onChoose }: ChooserProps) {
  const { app } = useKernel()
  const [refused, setRefused] = useState<string | null>(null)
  const choose = (method: UserOwnedRecovery) => {
    const same = method === present ? cloudOf(method) : null
    if (same) setRefused(say('recovery.sameCloud', { cloud: same.name }))
    else onChoose(method)
  }
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say(present === null ? 'recovery.sentence' : 'recovery.changeSentence')}
      title={say(present === null ? 'recovery.title' : 'recovery.changeTitle')}
    >
      {refused === null ? null : <Problem>{refused}</Problem>}
      <ChoiceRows>
        {options.map((method, index) => {
          const Mark = RECOVERY_ICONS[method]
          return (
            <ChoiceRow
              icon={<Mark />}
              isFirst={index === 0}
              key={method}
              mark={method === present ? say('recovery.inUse') : null}
              meaning={meaningOf[method](app)}
              name={nameOf[method](app)}
              onPress={() => choose(method)}
            />
          )
        })}
      </ChoiceRows>
    </Screen>
  )
}
