import { useEffect } from 'react'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow } from '../ui/use-flow.ts'
import type { Failure } from '../words/failure.ts'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import { describeAccount } from './describe-account.tsx'
import type { LinkedAccount } from './linkable.ts'
import { startRemoveFlow } from './remove-flow.ts'
import styles from './remove-screen.module.css'

export interface RemoveScreenProps {
  readonly account: LinkedAccount
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onKeep(): void
  onClose(): void
  onRemoved(): void
  /** Why the server will not have it; `null` while it is asked again. */
  onRefused?(failure: Failure | null): void
}

/** Asks before a way to log in is taken away. */
export function RemoveScreen({ account, onRemoved, onRefused, ...leave }: RemoveScreenProps) {
  const { operations } = useKernel()
  const [state, flow] = useFlow(() => startRemoveFlow(operations.calls, account))
  const isBusy = state.status === 'busy'

  useEffect(() => {
    if (state.status === 'done') onRemoved()
    else onRefused?.(state.status === 'failed' ? state.failure : null)
  }, [state, onRemoved, onRefused])

  return (
    <Screen
      onBack={isBusy ? undefined : leave.onBack}
      // Who leaves now would be told that it was kept, while the server takes it away.
      onClose={isBusy ? null : leave.onClose}
      sentence={
        <Phrase
          of="account.removeSentence"
          values={{ account: <bdi className={styles.named}>{describeAccount(account).name}</bdi> }}
        />
      }
      status={isBusy ? say('account.removing') : undefined}
      title={say('account.removeTitle')}
    >
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.choice}>
        <Button disabled={isBusy} look="plain" onClick={leave.onKeep}>
          {say('account.removeKeep')}
        </Button>
        <GuardedButton
          guards="removal"
          isBusy={isBusy}
          onPress={() => flow.send({ type: 'start', argument: undefined })}
        >
          {say('account.removeConfirm')}
        </GuardedButton>
      </div>
    </Screen>
  )
}
