import { useEffect, useRef } from 'react'
import { startTask } from '../core/task.ts'
import { renewRecoveryCodes } from '../mfa/mfa-api.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { GuardedButton } from '../ui/guarded-button.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Problem } from '../ui/problem.tsx'
import { Screen } from '../ui/screen.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import type { MfaChanges } from './changes.ts'
import styles from './enrollment.module.css'

export interface RenewCodesProps {
  readonly changes: MfaChanges
  onBack(): void
  onClose(): void
  onRenewed(codes: readonly string[]): void
}

/** New recovery codes in the place of those of before. */
export function RenewCodes({ changes, onBack, onClose, onRenewed }: RenewCodesProps) {
  const { calls } = useKernel().operations
  const [state, flow] = useFlow(() =>
    startTask(
      (_: undefined, signal) => changes.change(signal, proof => renewRecoveryCodes(calls, proof, signal)),
      toFailure,
    ),
  )
  const told = useRef(onRenewed)
  told.current = onRenewed
  useEffect(() => {
    if (state.status === 'done') told.current(state.result)
  }, [state])
  const asked = useStore(changes.asked)
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  const isBusy = state.status === 'busy'
  return (
    <Screen
      onBack={isBusy ? undefined : onBack}
      onClose={isBusy ? null : onClose}
      sentence={say('mfa.renewSentence')}
      title={say('mfa.renewTitle')}
    >
      {state.status === 'failed' ? <Problem>{state.failure.message}</Problem> : null}
      <div className={styles.actions}>
        <GuardedButton
          guards="mfa renew"
          isBusy={isBusy}
          onPress={() => flow.send({ type: 'start', argument: undefined })}
        >
          {say('mfa.renew')}
        </GuardedButton>
      </div>
    </Screen>
  )
}
