import { startTask } from '../core/task.ts'
import type { EmbeddedWallet } from '../session/held-wallet.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { Success } from '../ui/success.tsx'
import { useFlow } from '../ui/use-flow.ts'
import type { RecoveryPurpose } from '../wallet/asks-for-passcode.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { NewPasscode } from './new-passcode.tsx'

export interface SetRecoveryCardProps {
  readonly purpose: RecoveryPurpose
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

/** Sets the recovery passcode, of a wallet that is there or of the first one, which is then made. */
export function SetRecoveryCard({ purpose, onBack, onClose, onSet, onEnd, onSubmit }: SetRecoveryCardProps) {
  const { operations } = useKernel()
  const [state, flow] = useFlow(() =>
    startTask((passcode: string, signal) => operations.setRecovery(purpose, passcode, signal), toFailure),
  )
  if (state.status === 'done') {
    const { result: wallet } = state
    return <Success onEnd={onEnd} onShown={() => onSet?.(wallet)} title={say('passcode.done')} />
  }
  const isBusy = state.status === 'busy'
  return (
    <NewPasscode
      failure={state.status === 'failed' ? state.failure.message : undefined}
      isBusy={isBusy}
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
