import { useState } from 'react'
import { startChoice } from '../core/task.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import { forget } from './passkey-prf.ts'
import { askPasskey, type PasskeyFailure, type PasskeyPlace, toPasskeyFailure } from './passkey-task.ts'
import { PasskeyWindowButton, waitingFor } from './passkey-window-button.tsx'
import type { MethodSetupProps } from './setter.ts'
import { createSetting } from './setting.ts'
import { useProof } from './use-proof.ts'
import { WorkScreen } from './work-screen.tsx'

const Emblem = RECOVERY_ICONS.passkey

/** Makes a passkey for recovery alone, and sets what it opens. */
export function PasskeySetup({ setter, instead, onBack, onClose }: MethodSetupProps) {
  const { app, session } = useKernel()
  const proof = useProof(setter)
  const [isSetting, setIsSetting] = useState(false)
  const [state, flow] = useFlow(() => {
    const setting = createSetting({
      isFirst: setter.present === null,
      async set(secret, signal) {
        setIsSetting(true)
        await setter.set(secret, signal).finally(() => setIsSetting(false))
      },
    })
    return startChoice<PasskeyPlace, void, PasskeyFailure>((place: PasskeyPlace, signal) => {
      const snapshot = session.get()
      const { id, email } = snapshot.status === 'authenticated' ? snapshot.user : { id: '', email: undefined }
      return setting.set(async making => {
        const secret = await askPasskey(
          place,
          app,
          { kind: 'create', userName: email?.address ?? id },
          making,
        )
        return { secret, discard: async () => forget(secret) }
      }, signal)
    }, toPasskeyFailure)
  })
  if (instead) return instead
  const isBusy = state.status === 'busy' || state.status === 'done'
  const start = (argument: PasskeyPlace) => flow.send({ type: 'start', argument })
  return (
    <WorkScreen
      doing={isBusy ? (isSetting ? say('recovery.setting') : waitingFor(state)) : null}
      emblem={<Emblem />}
      failure={proof.failure ?? (state.status === 'failed' ? state.failure.message : undefined)}
      guards="recovery-passkey"
      isReady={proof.isGiven || proof.failure !== undefined}
      onBack={isSetting ? undefined : onBack}
      // Who leaves now would be told that nothing was set, while the server sets it.
      onClose={isSetting ? null : onClose}
      onPress={proof.failure === undefined ? () => start('frame') : proof.again}
      press={say('recovery.passkeyCreate')}
      sentence={say('recovery.passkeySentence')}
      title={say('recovery.passkeyTitle')}
    >
      <PasskeyWindowButton guards="recovery-passkey" onOpen={start} state={state} />
    </WorkScreen>
  )
}
