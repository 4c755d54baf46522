import { useEffect } from 'react'
import { startChoice } from '../core/task.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import type { MethodRecoverProps } from './method-recover.ts'
import { askPasskey, type PasskeyFailure, type PasskeyPlace, toPasskeyFailure } from './passkey-task.ts'
import { PasskeyWindowButton, waitingFor } from './passkey-window-button.tsx'
import { WorkScreen } from './work-screen.tsx'

const Emblem = RECOVERY_ICONS.passkey

/** Opens the wallet by the person's recovery passkey. */
export function RecoverByPasskey({ facts, onBack, onClose, onRecovered }: MethodRecoverProps) {
  const { app, operations } = useKernel()
  const [state, flow] = useFlow(() =>
    startChoice<PasskeyPlace, void, PasskeyFailure>(async (place: PasskeyPlace, signal) => {
      const { credentialId, salt } = facts
      const task = { kind: 'read', credentialId: credentialId ?? '', salt: salt ?? '' } as const
      const secret = await askPasskey(place, app, task, signal)
      await operations.recover(secret, signal)
    }, toPasskeyFailure),
  )
  const start = (argument: PasskeyPlace) => flow.send({ type: 'start', argument })
  const isDone = state.status === 'done'
  useEffect(() => {
    if (isDone) onRecovered()
  }, [isDone, onRecovered])
  return (
    <WorkScreen
      doing={isDone || state.status === 'busy' ? waitingFor(state) : null}
      emblem={<Emblem />}
      failure={state.status === 'failed' ? state.failure.message : undefined}
      guards="recover"
      onBack={onBack}
      onClose={onClose}
      onPress={() => start('frame')}
      press={say('recover.usePasskey')}
      sentence={say('recover.passkeySentence')}
      title={say('recover.title')}
    >
      <PasskeyWindowButton guards="recover" onOpen={start} state={state} />
    </WorkScreen>
  )
}
