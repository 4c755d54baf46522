import { useFlow } from '../../flow/use-flow.ts'
import type { ScreenRequest } from '../../kernel/ports.ts'
import { useKernel } from '../../ui/kernel-context.ts'
import { Success } from '../../ui/success.tsx'
import { say } from '../../words/say.ts'
import { startPasscodeFlow } from '../recover/flow.ts'
import { NewPasscode } from './new-passcode.tsx'

/** Sets the recovery passcode, of a wallet that is there or of the first one, which is then made. */
export function SetRecoveryScreen({
  request,
}: {
  request: Extract<ScreenRequest, { kind: 'set-recovery' }>
}) {
  const { operations, screens } = useKernel()
  const [state, flow] = useFlow(() =>
    startPasscodeFlow((passcode, signal) => operations.setRecovery(request.purpose, passcode, signal)),
  )
  if (state.status === 'done') {
    const { result: wallet } = state
    return <Success onEnd={() => screens.resolve(request, { wallet })} title={say('passcode.done')} />
  }
  return (
    <NewPasscode
      failure={state.status === 'failed' ? state.failure.message : undefined}
      isBusy={state.status === 'working'}
      onClose={() => screens.dismiss(request)}
      onSubmit={passcode => flow.send({ type: 'submit', passcode })}
    />
  )
}
