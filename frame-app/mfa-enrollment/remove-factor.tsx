import type { User } from '@vitrine/shared/api/client-user.ts'
import type { MfaMethod } from '@vitrine/shared/mfa/methods.ts'
import { useEffect, useRef } from 'react'
import { startTask } from '../core/task.ts'
import { unenrollFactor } from '../mfa/mfa-api.ts'
import { WAY_NAMES } from '../mfa/ways.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { type Failure, toFailure } from '../words/failure.ts'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import type { MfaChanges } from './changes.ts'
import styles from './enrollment.module.css'

export interface RemoveFactorProps {
  readonly changes: MfaChanges
  readonly method: MfaMethod
  readonly isLast: boolean
  readonly onBack?: (() => void) | undefined
  onKeep(): void
  onClose(): void
  onRemoved(user: User): void
  /** Why the server will not have it; `null` while it is asked again. */
  onRefused?(failure: Failure | null): void
}

/** Asks before a factor is taken away, says what is then left, and has one proven. */
export function RemoveFactor({ changes, method, isLast, ...go }: RemoveFactorProps) {
  const { operations, config } = useKernel()
  const removesLogin = method === 'passkey' && config.get().passkeys.shouldUnlinkOnUnenrollMfa
  const [state, flow] = useFlow(() =>
    startTask(
      (_: undefined, signal) =>
        changes.change(signal, proof =>
          unenrollFactor(operations.calls, method, { removesLogin, proof }, signal),
        ),
      toFailure,
    ),
  )
  const told = useRef(go)
  told.current = go
  useEffect(() => {
    if (state.status === 'done') told.current.onRemoved(state.result)
    else told.current.onRefused?.(state.status === 'failed' ? state.failure : null)
  }, [state])
  const asked = useStore(changes.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={go.onClose} />
  const isBusy = state.status === 'busy'
  return (
    <Screen
      onBack={isBusy ? undefined : go.onBack}
      // Who leaves now would be told that it was kept, while the server takes it away.
      onClose={isBusy ? null : go.onClose}
      sentence={
        <Phrase
          of="mfa.removeSentence"
          values={{ method: <strong className={styles.method}>{WAY_NAMES[method]()}</strong> }}
        />
      }
      status={isBusy ? say('account.removing') : undefined}
      title={say('mfa.removeTitle')}
    >
      {isLast ? <p className={styles.note}>{say('mfa.removeLast')}</p> : null}
      {removesLogin ? <p className={styles.note}>{say('mfa.removeLogin')}</p> : null}
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        <Button disabled={isBusy} look="plain" onClick={go.onKeep}>
          {say('account.removeKeep')}
        </Button>
        <GuardedButton
          guards={`mfa remove ${method}`}
          isBusy={isBusy}
          look="danger"
          onPress={() => flow.send({ type: 'start', argument: undefined })}
        >
          {say('account.removeConfirm')}
        </GuardedButton>
      </div>
    </Screen>
  )
}
