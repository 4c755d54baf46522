import { useState } from 'react'
import { startTask } from '../core/task.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import type { MethodSetupProps } from './setter.ts'
import { awaitSiteKey, toSiteKeyFailure } from './site-key.ts'
import { useProof } from './use-proof.ts'
import { WorkScreen } from './work-screen.tsx'

const Emblem = RECOVERY_ICONS['recovery-encryption-key']

/** Has the site keep the key: its backend gives it to the vault, by way of the server. */
export function SiteKeySetup({ setter, instead, onBack, onClose }: MethodSetupProps) {
  const { app, operations } = useKernel()
  const proof = useProof(setter)
  const [isSetting, setIsSetting] = useState(false)
  const [state, flow] = useFlow(() =>
    startTask(
      async (_: undefined, signal) => {
        await awaitSiteKey(operations.calls, signal)
        setIsSetting(true)
        await setter.set({ method: 'recovery-encryption-key' }, signal).finally(() => setIsSetting(false))
      },
      error => toSiteKeyFailure(error, app),
    ),
  )
  if (instead) return instead
  const isBusy = state.status === 'busy' || state.status === 'done'
  const start = () => flow.send({ type: 'start', argument: undefined })
  return (
    <WorkScreen
      doing={isBusy ? say(isSetting ? 'recovery.setting' : 'recovery.siteWaiting', { site: app.name }) : null}
      emblem={<Emblem />}
      failure={proof.failure ?? (state.status === 'failed' ? state.failure.message : undefined)}
      guards="recovery-site"
      isReady={proof.isGiven || proof.failure !== undefined}
      onBack={isSetting ? undefined : onBack}
      // Who leaves now would be told that nothing was set, while the server sets it.
      onClose={isSetting ? null : onClose}
      onPress={proof.failure === undefined ? start : proof.again}
      press={say('action.continue')}
      sentence={say('recovery.siteSentence', { app: app.name })}
      title={say('recovery.siteTitle', { app: app.name })}
    />
  )
}
