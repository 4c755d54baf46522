import { useEffect } from 'react'
import { useFlow } from '../flow/use-flow.ts'
import type { LinkedAccount } from '../link/linkable.ts'
import { Button } from '../ui/button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import { describeAccount } from './describe-account.tsx'
import { startRemoveFlow } from './remove-flow.ts'
import styles from './screen.module.css'

export interface RemoveScreenProps {
  readonly account: LinkedAccount
  onBack(): void
  onClose(): void
  onRemoved(): void
}

/** Asks before a way to log in is taken away. */
export function RemoveScreen({ account, onBack, onClose, onRemoved }: RemoveScreenProps) {
  const { operations } = useKernel()
  const [state, flow] = useFlow(() => startRemoveFlow(operations.calls, account))
  const isBusy = state.status === 'removing'

  useEffect(() => {
    if (state.status === 'removed') onRemoved()
  }, [state.status, onRemoved])

  return (
    <Screen
      onBack={isBusy ? undefined : onBack}
      onClose={onClose}
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
        <Button disabled={isBusy} look="plain" onClick={onBack}>
          {say('account.removeKeep')}
        </Button>
        <Button isBusy={isBusy} onClick={() => flow.send({ type: 'remove' })}>
          {say('account.removeConfirm')}
        </Button>
      </div>
    </Screen>
  )
}
