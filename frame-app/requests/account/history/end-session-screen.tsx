import type { SessionItem } from '@vitrine/shared/api/sessions-list.ts'
import { useEffect } from 'react'
import { startTask } from '../../../core/task.ts'
import { Button } from '../../../ui/button.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { useKernel } from '../../../ui/kernel-context.ts'
import { Problem } from '../../../ui/problem.tsx'
import { Screen } from '../../../ui/screen.tsx'
import { useFlow } from '../../../ui/use-flow.ts'
import { toFailure } from '../../../words/failure.ts'
import { say } from '../../../words/say.ts'
import account from '../screen.module.css'
import { deviceName } from './device-list.tsx'
import styles from './history.module.css'
import { endSession } from './history-api.ts'
import { DeviceIcon } from './icons.tsx'
import { sayPlace } from './place.ts'

export interface EndSessionScreenProps {
  readonly session: SessionItem
  onBack(): void
  onClose(): void
  onEnded(): void
}

/** Asks before another device is logged out: a press that a page tricked out of somebody would lock them out elsewhere. */
export function EndSessionScreen({ session, onBack, onClose, onEnded }: EndSessionScreenProps) {
  const { calls } = useKernel().operations
  const [state, flow] = useFlow(() =>
    startTask((id: string, signal) => endSession(calls, id, signal), toFailure),
  )
  const isDone = state.status === 'done'
  useEffect(() => {
    if (isDone) onEnded()
  }, [isDone, onEnded])
  const place = sayPlace(session)
  const isBusy = state.status === 'busy' || isDone
  return (
    <Screen
      onBack={onBack}
      onClose={onClose}
      sentence={say('devices.signOutSentence')}
      status={isBusy ? say('devices.busy') : undefined}
      title={say('devices.signOutTitle')}
    >
      <p className={styles.device}>
        <span className={styles.icon}>
          <DeviceIcon />
        </span>
        <span className={styles.more}>
          <bdi className={styles.name}>{deviceName(session)}</bdi>
          {place === null ? null : <bdi>{place}</bdi>}
        </span>
      </p>
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={account.actions}>
        <GuardedButton
          guards={session.id}
          isBusy={isBusy}
          onPress={() => flow.send({ type: 'start', argument: session.id })}
        >
          {say('devices.signOut')}
        </GuardedButton>
        <Button disabled={isBusy} look="plain" onClick={onBack}>
          {say('devices.stay')}
        </Button>
      </div>
    </Screen>
  )
}
