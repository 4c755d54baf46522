import { useState } from 'react'
import { startTask } from '../core/task.ts'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import { createStepUp } from '../step-up/step-up.ts'
import { StepUpScreen } from '../step-up/step-up-screen.tsx'
import { useKernel } from '../ui/kernel-context.ts'
import { Success } from '../ui/success.tsx'
import { useFlow, useStore } from '../ui/use-flow.ts'
import type { RecoveryPurpose } from '../wallet/asks-for-recovery.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { NewPasscode } from './new-passcode.tsx'

export interface SetRecoveryCardProps {
  readonly purpose: RecoveryPurpose
  /** The person came from the account screen, and no page asked for it. */
  readonly isFromAccount?: boolean
  /** Absent where there is no way back. */
  readonly onBack?: (() => void) | undefined
  onClose(): void
  /** It is set; the tick is still to be seen. */
  onSet?(wallet: EmbeddedWallet): void
  /** The tick has been seen. */
  onEnd(): void
  /** A passcode was sent off: from here on it may be set, whatever the answer is. */
  onSubmit?(): void
}

/**
 * Sets the recovery passcode, of a wallet that is there or of the first one, which is then made. To change what is there
 * takes a proof of a way in.
 */
export function SetRecoveryCard({
  purpose,
  isFromAccount = false,
  onBack,
  onClose,
  onSet,
  onEnd,
  onSubmit,
}: SetRecoveryCardProps) {
  const { operations } = useKernel()
  const [stepUp] = useState(() => createStepUp(operations.calls, { purpose: 'recovery', isFromAccount }))
  const [state, flow] = useFlow(() =>
    startTask((text: string, signal) => {
      const secret = { method: 'user-passcode', text } as const
      // The first one comes with the wallet, and changes nothing.
      if (purpose.type === 'create') return operations.setRecovery(purpose, secret, signal)
      return stepUp.change({ type: 'recovery' }, signal, proof =>
        operations.setRecovery(purpose, secret, signal, proof),
      )
    }, toFailure),
  )
  const asked = useStore(stepUp.asked)
  if (state.status === 'done') {
    const { result: wallet } = state
    return <Success onEnd={onEnd} onShown={() => onSet?.(wallet)} title={say('passcode.done')} />
  }
  if (asked) return <StepUpScreen asked={asked} onClose={onClose} />
  const isBusy = state.status === 'busy'
  return (
    <NewPasscode
      failure={state.status === 'failed' ? state.failure.message : undefined}
      isBusy={isBusy}
      isChange={purpose.type === 'change'}
      onBack={isBusy ? undefined : onBack}
      // Who leaves now would be told that nothing was set, while the server sets it.
      onClose={isBusy ? null : onClose}
      onSubmit={passcode => {
        onSubmit?.()
        flow.send({ type: 'start', argument: passcode })
      }}
    />
  )
}
