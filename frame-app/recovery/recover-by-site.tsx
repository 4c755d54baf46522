import { useEffect } from 'react'
import { startTask } from '../core/task.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { RECOVERY_ICONS } from './icons.tsx'
import type { MethodRecoverProps } from './method-recover.ts'
import { awaitSiteKey, toSiteKeyFailure } from './site-key.ts'
import { WorkScreen } from './work-screen.tsx'

const Emblem = RECOVERY_ICONS['recovery-encryption-key']

/** Opens the wallet by the key that the site keeps. Nothing is asked of the person. */
export function RecoverBySite({ onBack, onClose, onRecovered }: MethodRecoverProps) {
  const { app, operations } = useKernel()
  const [state, flow] = useFlow(() =>
    startTask(
      async (_: undefined, signal) => {
        await awaitSiteKey(operations.calls, signal)
        await operations.recover({ method: 'recovery-encryption-key' }, signal)
      },
      error => toSiteKeyFailure(error, app),
    ),
  )
  useEffect(() => flow.send({ type: 'start', argument: undefined }), [flow])
  const isDone = state.status === 'done'
  useEffect(() => {
    if (isDone) onRecovered()
  }, [isDone, onRecovered])
  const waiting = say('recovery.siteWaiting', { site: app.name })
  return (
    <WorkScreen
      doing={state.status === 'failed' ? null : waiting}
      emblem={<Emblem />}
      failure={state.status === 'failed' ? state.failure.message : undefined}
      guards="recover"
      onBack={onBack}
      onClose={onClose}
      onPress={() => flow.send({ type: 'start', argument: undefined })}
      press={null}
      sentence={waiting}
      title={say('recover.title')}
    />
  )
}
