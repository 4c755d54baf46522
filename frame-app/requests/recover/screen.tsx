import { useCallback } from 'react'
import { RecoverCard } from '../../recovery/recover-card.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import type { RecoverRequest } from './request.ts'

/** Asks for what the recovery is in the way of something that the site asked for, which goes on after it. */
export function RecoverScreen({ request }: { request: RecoverRequest }) {
  const { screens } = useKernel()
  const close = useCallback(() => screens.dismiss(request), [request, screens])
  const goOn = useCallback(() => screens.resolve(request, undefined), [request, screens])
  return <RecoverCard onClose={close} onRecovered={goOn} wallet={request.wallet} />
}
