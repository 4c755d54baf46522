import { startTask } from '../core/task.ts'
import { NewPasscode } from '../passcode/new-passcode.tsx'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import type { MethodSetupProps } from './setter.ts'

/** Sets a passcode that the person chooses. */
export function PasscodeSetup({ setter, instead, onBack, onClose }: MethodSetupProps) {
  const [state, flow] = useFlow(() =>
    startTask((text: string, signal) => setter.set({ method: 'user-passcode', text }, signal), toFailure),
  )
  if (instead) return instead
  const isBusy = state.status === 'busy' || state.status === 'done'
  return (
    <NewPasscode
      failure={state.status === 'failed' ? state.failure.message : undefined}
      isBusy={isBusy}
      isChange={setter.present !== null}
      onBack={isBusy ? undefined : onBack}
      // Who leaves now would be told that nothing was set, while the server sets it.
      onClose={isBusy ? null : onClose}
      onSubmit={text => flow.send({ type: 'start', argument: text })}
    />
  )
}
