import { useState } from 'react'
import { startTask } from '../core/task.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow } from '../ui/use-flow.ts'
import { toFailure } from '../words/failure.ts'
import { say } from '../words/say.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import { createPasskeySecret, forget } from './passkey-prf.ts'
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
    return startTask((_: undefined, signal) => {
      const snapshot = session.get()
      const { id, email } = snapshot.status === 'authenticated' ? snapshot.user : { id: '', email: undefined }
      return setting.set(async making => {
        const secret = await createPasskeySecret(app, email?.address ?? id, making)
        return { secret, discard: async () => forget(secret) }
      }, signal)
    }, toFailure)
  })
  if (instead) return instead
  const isBusy = state.status === 'busy' || state.status === 'done'
  const start = () => flow.send({ type: 'start', argument: undefined })
  return (
    <WorkScreen
      doing={isBusy ? say(isSetting ? 'recovery.setting' : 'passkey.waiting') : null}
      emblem={<Emblem />}
      failure={proof.failure ?? (state.status === 'failed' ? state.failure.message : undefined)}
      guards="recovery-passkey"
      isReady={proof.isGiven || proof.failure !== undefined}
      onBack={isSetting ? undefined : onBack}
      // Who leaves now would be told that nothing was set, while the server sets it.
      onClose={isSetting ? null : onClose}
      onPress={proof.failure === undefined ? start : proof.again}
      press={say('recovery.passkeyCreate')}
      sentence={say('recovery.passkeySentence')}
      title={say('recovery.passkeyTitle')}
    />
  )
}
