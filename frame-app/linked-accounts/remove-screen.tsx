import { useEffect, useState } from 'react'
import { directionOf } from '../otp/recipient.tsx'
import { createStepUp } from '../step-up/step-up.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { ApproveOffNote } from '../ui/approve-off-note.tsx'
import { Button } from '../ui/button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useApprovalGuard } from '../ui/use-approval-guard.ts'
import { useFlow, useStore } from '../ui/use-flow.ts'
import type { Failure } from '../words/failure.ts'
import { Phrase } from '../words/phrase.tsx'
import { say } from '../words/say.ts'
import { describeAccount } from './describe-account.tsx'
import type { LinkedAccount } from './linkable.ts'
import { startRemoveFlow } from './remove-flow.ts'
import styles from './remove-screen.module.css'

export interface RemoveScreenProps {
  readonly account: LinkedAccount
  /** The person came from the account screen, and no page asked for it. */
  readonly isFromAccount?: boolean
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onKeep(): void
  onClose(): void
  onRemoved(): void
  /** Why the server will not have it; `null` while it is asked again. */
  onRefused?(failure: Failure | null): void
}

/** Asks before a way to log in is taken away: once by a press that is guarded as an approval is, once by a proof. */
export function RemoveScreen({
  account,
  isFromAccount = false,
  onRemoved,
  onRefused,
  ...leave
}: RemoveScreenProps) {
  const { operations, config } = useKernel()
  const [stepUp] = useState(() => createStepUp(operations.calls, { purpose: 'unlink', isFromAccount }))
  const [state, flow] = useFlow(() =>
    startRemoveFlow(operations.calls, stepUp, account, {
      run: async (work, options) => (await operations.mfa()).run(work, options),
      removesFactor: config.get().passkeys.shouldUnenrollMfaOnUnlink,
    }),
  )
  const asked = useStore(stepUp.asked)
  const isBusy = state.status === 'busy'

  useEffect(() => {
    if (state.status === 'done') onRemoved()
    else onRefused?.(state.status === 'failed' ? state.failure : null)
  }, [state, onRemoved, onRefused])

  const guard = useApprovalGuard({
    requestId: `remove ${describeAccount(account).name}`,
    movesValue: false,
    onApprove: () => flow.send({ type: 'start', argument: undefined }),
  })

  const { name } = describeAccount(account)
  const named = (
    <bdi className={styles.named} dir={directionOf(name)}>
      {name}
    </bdi>
  )
  if (asked) return <StepUpScreen asked={asked} onClose={leave.onClose} />
  return (
    <Screen
      onBack={isBusy ? undefined : leave.onBack}
      // Who leaves now would be told that it was kept, while the server takes it away.
      onClose={isBusy ? null : leave.onClose}
      sentence={<Phrase of="account.removeSentence" values={{ account: named }} />}
      status={isBusy ? say('account.removing') : undefined}
      title={say('account.removeTitle')}
    >
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.choice}>
        <Button disabled={isBusy} look="plain" onClick={leave.onKeep}>
          {say('account.removeKeep')}
        </Button>
        <Button {...guard.button} isBusy={isBusy} look="danger">
          {say('account.removeConfirm')}
        </Button>
      </div>
      <ApproveOffNote reason={guard.status === 'covered' ? 'covered' : null} />
    </Screen>
  )
}
