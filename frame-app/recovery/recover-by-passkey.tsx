import { useEffect } from 'react'
import { startTask } from '../core/task.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import type { MethodRecoverProps } from './method-recover.ts'
import { readPasskeySecret } from './passkey-prf.ts'
import { WorkScreen } from './work-screen.tsx'

const Emblem = RECOVERY_ICONS.passkey

/** Opens the wallet by the person's recovery passkey. */
export function RecoverByPasskey({ facts, onBack, onClose, onRecovered }: MethodRecoverProps) {
  const { operations } = useKernel()
  const [state, flow] = useFlow(() =>
    startTask(async (_: undefined, signal) => {
      const { credentialId, salt } = facts
      const secret = await readPasskeySecret({ credentialId: credentialId ?? '', salt: salt ?? '' }, signal)
      await operations.recover(secret, signal)
    }, toPasskeyFailure),
  )
  const isDone = state.status === 'done'
  useEffect(() => {
    if (isDone) onRecovered()
  }, [isDone, onRecovered])
  return (
    <WorkScreen
      doing={isDone || state.status === 'busy' ? say('passkey.waiting') : null}
      emblem={<Emblem />}
      failure={state.status === 'failed' ? state.failure.message : undefined}
      guards="recover"
      onBack={onBack}
      onClose={onClose}
      onPress={() => flow.send({ type: 'start', argument: undefined })}
      press={say('recover.usePasskey')}
      sentence={say('recover.passkeySentence')}
      title={say('recover.title')}
    />
  )
}

/** A key that opens nothing is another passkey's. */
function toPasskeyFailure(error: unknown) {
  const failure = toFailure(error)
  return failure.code === 'invalid_credentials'
    ? { ...failure, message: say('recover.otherPasskey') }
    : failure
}
