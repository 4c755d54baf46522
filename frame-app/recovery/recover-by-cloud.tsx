import { useEffect } from 'react'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { startCloudFlow } from './cloud-flow.ts'
import type { CloudPlatform } from './cloud-platform.ts'
import { CloudScreen } from './cloud-screen.tsx'
import { CloudProblem } from './cloud-store.ts'
import type { MethodRecoverProps } from './method-recover.ts'

/** Opens the wallet by the key that lies in the person's cloud. */
export function RecoverByCloud({
  cloud,
  facts,
  onBack,
  onClose,
  onRecovered,
}: MethodRecoverProps & { readonly cloud: CloudPlatform }) {
  const kernel = useKernel()
  const [state, flow] = useFlow(() =>
    startCloudFlow(kernel, cloud, {
      async use(store, signal) {
        const place = cloud.placeOf(facts)
        if (place === null) throw new CloudProblem('elsewhere')
        const secret = await store.find(place, signal)
        await kernel.operations.recover(cloud.secretOf(place, secret), signal)
      },
    }),
  )
  const isDone = state.status === 'done'
  useEffect(() => {
    if (isDone) onRecovered()
  }, [isDone, onRecovered])
  return (
    <CloudScreen
      cloud={cloud}
      finishing={say('recover.opening')}
      flow={flow}
      onBack={onBack}
      onClose={onClose}
      sentence={say('recover.cloudSentence', { account: cloud.account })}
      title={say('recover.title')}
    />
  )
}
