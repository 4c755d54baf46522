import { useState } from 'react'
import { randomText } from '../oauth-flow/oauth-keys.ts'
import { useKernel } from '../ui/kernel-context.ts'
import { useFlow } from '../ui/use-flow.ts'
import { say } from '../words/say.ts'
import { startCloudFlow } from './cloud-flow.ts'
import type { CloudPlatform } from './cloud-platform.ts'
import { CloudScreen } from './cloud-screen.tsx'
import { type CloudStore, SECRET_BYTES } from './cloud-store.ts'
import type { MethodSetupProps } from './setter.ts'
import { createSetting, type MadeSecret } from './setting.ts'
import { useProof } from './use-proof.ts'

/** Keeps a new key in the person's own cloud, and sets what it opens. */
export function CloudSetup({
  cloud,
  setter,
  instead,
  onBack,
  onClose,
}: MethodSetupProps & { readonly cloud: CloudPlatform }) {
  const kernel = useKernel()
  const proof = useProof(setter)
  const [setting] = useState(() => createSetting({ isFirst: setter.present === null, set: setter.set }))
  const [, flow] = useFlow(() =>
    startCloudFlow(kernel, cloud, {
      use: (store, signal) => setting.set(making => keepIn(cloud, store, making), signal),
      goOn: signal => setting.set(nothingMore, signal),
    }),
  )
  if (instead) return instead
  return (
    <CloudScreen
      cloud={cloud}
      finishing={say('recovery.setting')}
      flow={flow}
      isHalfDone={() => setting.isPending}
      onBack={onBack}
      onClose={onClose}
      proof={proof}
      sentence={say('recovery.cloudSentence', { cloud: cloud.name })}
      title={say('recovery.cloudTitle', { cloud: cloud.name })}
    />
  )
}

async function keepIn(cloud: CloudPlatform, store: CloudStore, signal: AbortSignal): Promise<MadeSecret> {
  const secret = randomText(SECRET_BYTES)
  const place = await store.keep(secret, signal)
  return {
    secret: cloud.secretOf(place, secret),
    // Of no use to anybody: not stopped by who has left meanwhile, and never in the way of saying what happened.
    discard: () => store.discard(place, new AbortController().signal).catch(() => {}),
  }
}

/** What is pending is there already. */
const nothingMore = (): Promise<never> => Promise.reject(new TypeError('Nothing is pending'))
