import type { Flow } from '../../core/flow.ts'
import type { RecoveryChoice } from '../../recovery/setter.ts'
import { Button } from '../../ui/button.tsx'
import { LazyScreen } from '../../ui/lazy-screen.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Screen } from '../../ui/screen.tsx'
import { useStore } from '../../ui/use-flow.ts'
import { say } from '../../words/say.ts'
import type { CreateEvent, CreateState } from './create-wallet-flow.ts'
import styles from './create-wallet-screen.module.css'

export interface CreateWalletScreenProps {
  readonly flow: Flow<CreateState, CreateEvent>
  /** What the wallet can be made with, where the app wants a recovery of the person's own. */
  readonly recovery: RecoveryChoice
  /** Goes on without the wallet; it can be made later. */
  readonly onLater: () => void
}

const loadRecovery = async () => (await import('../../recovery/recovery-setup.tsx')).RecoverySetup

/** While a login's wallet is made, when it takes a recovery first, and when it failed. */
export function CreateWalletScreen({ flow, recovery, onLater }: CreateWalletScreenProps) {
  const state = useStore(flow)
  if (state.status === 'needs-recovery' || state.status === 'setting-recovery')
    return (
      <LazyScreen
        load={loadRecovery}
        onClose={onLater}
        props={{ ...recovery, instead: null, onClose: onLater }}
        title={say('recovery.title')}
      />
    )
  return state.status === 'failed' ? (
    <Screen
      key="failed"
      onClose={onLater}
      sentence={say('wallet.create.failedSentence')}
      title={say('wallet.create.failedTitle')}
    >
      <Problem>{state.failure.message}</Problem>
      <div className={styles.actions}>
        <Button onClick={() => flow.send({ type: 'start' })}>{say('action.tryAgain')}</Button>
        <Button look="quiet" onClick={onLater}>
          {say('wallet.create.later')}
        </Button>
      </div>
    </Screen>
  ) : (
    <Screen
      emblem={<Drawing />}
      key="creating"
      onClose={onLater}
      sentence={say('wallet.create.sentence')}
      status={say('wallet.create.title')}
      title={say('wallet.create.title')}
    />
  )
}

/** A wallet with a light that runs around it. */
function Drawing() {
  return (
    <svg aria-hidden="true" className={styles.drawing} fill="none" viewBox="0 0 64 64">
      <rect className={styles.edge} height="52" rx="16" width="52" x="6" y="6" />
      <rect className={styles.light} height="52" pathLength="100" rx="16" width="52" x="6" y="6" />
      <path
        className={styles.wallet}
        d="M39 26.500V24a2.5 2.5 0 0 0-3.1-2.400l-12.4 3.100A4 4 0 0 0 21 28.500V39a4 4 0 0 0 4 4h15a4 4 0 0 0 4-4v-8.500a4 4 0 0 0-4-4H24"
      />
      <path className={styles.clasp} d="M38.5 34.750h.01" />
    </svg>
  )
}
