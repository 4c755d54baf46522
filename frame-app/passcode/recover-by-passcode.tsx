import { type FormEvent, useEffect, useState } from 'react'
import { startTask } from '../core/task.ts'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './passcode-field.module.css'
import { PasscodeField } from './passcode-field.tsx'

export interface RecoverByPasscodeProps {
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
  onRecovered(): void
}

/** Opens the wallet on a device that does not know it, by the passcode of before. Nothing tells which share a wrong one failed at. */
export function RecoverByPasscode({ onBack, onClose, onRecovered }: RecoverByPasscodeProps) {
  const { operations } = useKernel()
  const [state, flow] = useFlow(() =>
    startTask(
      (text: string, signal) => operations.recover({ method: 'user-passcode', text }, signal),
      toFailure,
    ),
  )
  const [passcode, setPasscode] = useState('')
  const isDone = state.status === 'done'
  const isBusy = state.status === 'busy' || isDone

  useEffect(() => {
    if (isDone) onRecovered()
  }, [isDone, onRecovered])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (passcode !== '' && !isBusy) flow.send({ type: 'start', argument: passcode })
  }
  const failure = state.status === 'failed' ? state.failure : undefined
  const problem = failure?.code === 'invalid_credentials' ? say('recover.wrong') : failure?.message
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say('recover.sentence')}
      status={isBusy ? say('recover.opening') : undefined}
      title={say('recover.title')}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <PasscodeField
          autoComplete="current-password"
          isBusy={isBusy}
          isFirst
          label={say('passcode.label')}
          onChange={setPasscode}
          problem={problem}
          value={passcode}
        />
        <GuardedButton guards="recover" isBusy={isBusy} type="submit">
          {say('recover.open')}
        </GuardedButton>
      </form>
    </Screen>
  )
}
