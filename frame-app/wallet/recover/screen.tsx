import { type FormEvent, useEffect, useState } from 'react'
import { useFlow } from '../../flow/use-flow.ts'
import type { ScreenRequest } from '../../kernel/ports.ts'
import { Button } from '../../ui/button.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { Screen } from '../../ui/screen.tsx'
import { say } from '../../words/say.ts'
import { startPasscodeFlow } from './flow.ts'
import styles from './passcode-field.module.css'
import { PasscodeField } from './passcode-field.tsx'

/** Opens the wallet on a device that does not know it, by the passcode of before. What was asked for goes on after it. */
export function RecoverScreen({ request }: { request: Extract<ScreenRequest, { kind: 'recover' }> }) {
  const { operations, screens } = useKernel()
  const [state, flow] = useFlow(() => startPasscodeFlow(operations.recover))
  const [passcode, setPasscode] = useState('')
  const isDone = state.status === 'done'
  const isBusy = state.status === 'working' || isDone

  useEffect(() => {
    if (isDone) screens.resolve(request, undefined)
  }, [isDone, request, screens])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (passcode !== '' && !isBusy) flow.send({ type: 'submit', passcode })
  }
  const failure = state.status === 'failed' ? state.failure : undefined
  const problem = failure?.code === 'invalid_credentials' ? say('recover.wrong') : failure?.message
  return (
    <Screen
      onClose={() => screens.dismiss(request)}
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
        <Button isBusy={isBusy} type="submit">
          {say('recover.open')}
        </Button>
      </form>
    </Screen>
  )
}
