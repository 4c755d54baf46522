import { useEffect } from 'react'
import type { MethodCardProps } from '../../login-method/card-method.tsx'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { useFlow } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import styles from './card.module.css'
import { readCredential } from './credential.ts'
import { startGuestFlow } from './flow.ts'

/** Logs in with the press that opened it: there is nothing to type. */
export function GuestCard({ context, onBack, onClose }: MethodCardProps) {
  const { kernel, onAuthenticated } = context
  const [state, flow] = useFlow(() =>
    startGuestFlow(kernel.operations.calls, () => readCredential(kernel.keptBy('guest'))),
  )
  const hasFailed = state.status === 'error'

  useEffect(() => flow.send({ type: 'enter' }), [flow])
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
            <Button onClick={() => flow.send({ type: 'enter' })}>{say('action.tryAgain')}</Button>
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
