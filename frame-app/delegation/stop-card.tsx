import type { DelegationItem, RevokeRequest } from '@vitrine/shared/api/delegation.ts'
import { useEffect } from 'react'
import { startTask } from '../core/task.ts'
import { Button } from '../ui/button.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { shortAddress } from '../ui/short-address.ts'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import styles from './delegation.module.css'

export interface StopCardProps {
  readonly which: RevokeRequest
  /** What is ended by it. */
  readonly items: readonly DelegationItem[]
  /** Absent where there is no way back. */
  readonly onBack?: () => void
  onClose(): void
  onKeep(): void
  onStopped(): void
}

/** Asks once before the use of a wallet is taken away: a service that its person relies on may end by it. */
export function StopCard({ which, items, onBack, onClose, onKeep, onStopped }: StopCardProps) {
  const { operations } = useKernel()
  const [state, flow] = useFlow(() =>
    startTask(async (_: undefined, signal) => (await operations.delegates()).stop(which, signal), toFailure),
  )
  const isDone = state.status === 'done'
  const isBusy = state.status === 'busy' || isDone
  useEffect(() => {
    if (isDone) onStopped()
  }, [isDone, onStopped])
  const [one, another] = items
  return (
    <Screen
      onBack={isBusy ? undefined : onBack}
      onClose={isBusy ? null : onClose}
      sentence={say('delegation.stopSentence')}
      status={isBusy ? say('delegation.stopping') : undefined}
      title={
        one && !another ? say('delegation.stopTitle', { name: one.name }) : say('delegation.stopAllTitle')
      }
    >
      <ul className={styles.stopped}>
        {items.map(({ id, name, wallet }) => (
          <li key={id}>
            <bdi className={styles.name}>{name}</bdi>
            <bdi className={styles.beside} dir="ltr">
              {shortAddress(wallet.address)}
            </bdi>
          </li>
        ))}
      </ul>
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        <Button disabled={isBusy} look="plain" onClick={onKeep}>
          {say('delegation.keep')}
        </Button>
        <GuardedButton
          guards={items.map(({ id }) => id).join(' ')}
          isBusy={isBusy}
          onPress={() => flow.send({ type: 'start', argument: undefined })}
        >
          {say('delegation.stop')}
        </GuardedButton>
      </div>
    </Screen>
  )
}
