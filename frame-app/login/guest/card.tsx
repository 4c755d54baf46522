import { useCallback, useEffect } from 'react'
import { startTask } from '../../core/task.ts'
import type { MethodCardProps } from '../../login-method/card-method.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { toFailure } from '../../words/failure.ts'
import { say } from '../../words/say.ts'
import styles from './card.module.css'
import { readCredential } from './credential.ts'
import { authenticateAsGuest } from './guest-api.ts'

/** Logs in with the press that opened it: there is nothing to type. */
export function GuestCard({ context, onBack, onClose }: MethodCardProps) {
  const { kernel, onAuthenticated } = context
  const [state, flow] = useFlow(() =>
    startTask(
      (_: undefined, signal) =>
        authenticateAsGuest(kernel.operations.calls, readCredential(kernel.keptBy('guest')), signal),
      toFailure,
    ),
  )
  const hasFailed = state.status === 'failed'
  const enter = useCallback(() => flow.send({ type: 'start', argument: undefined }), [flow])

  useEffect(enter, [enter])
  useEffect(() => {
    if (state.status === 'done') onAuthenticated(state.result)
  }, [state, onAuthenticated])

  return (
    <Screen
      onBack={hasFailed ? onBack : undefined}
      onClose={onClose}
      sentence={say('guest.sentence')}
      status={hasFailed ? undefined : say('guest.title')}
      title={say('guest.title')}
    >
      {hasFailed ? (
        <>
          <Problem>{state.failure.message}</Problem>
          <div className={styles.actions}>
            <Button onClick={enter}>{say('action.tryAgain')}</Button>
          </div>
        </>
      ) : (
        <div className={styles.waiting}>
          <Spinner />
        </div>
      )}
    </Screen>
  )
}
