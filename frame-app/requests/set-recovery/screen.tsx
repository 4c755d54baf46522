import { useEffect, useState } from 'react'
import { SetRecoveryCard } from '../../recovery/set-recovery-card.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import { useStore } from '../../ui/use-flow.ts'
import type { ScreenRequest } from '../registry.ts'
import { isMadeMeanwhile, MADE_MEANWHILE } from './made-meanwhile.ts'

/** Sets the recovery that the site asked for. */
export function SetRecoveryScreen({
  request,
}: {
  request: Extract<ScreenRequest, { kind: 'set-recovery' }>
}) {
  const { screens, session } = useKernel()
  const [isSent, setIsSent] = useState(false)
  const isMade = isMadeMeanwhile(request.purpose, useStore(session)) && !isSent
  useEffect(() => {
    if (isMade) screens.reject(request, ...MADE_MEANWHILE)
  }, [isMade, request, screens])
  return (
    <SetRecoveryCard
      onClose={refusal =>
        // Who leaves after a refusal has not left for no reason: the page reads it.
        refusal ? screens.reject(request, refusal.code, refusal.message) : screens.dismiss(request)
      }
      onEnd={() => screens.dismiss(request)}
      onSet={wallet => screens.resolve(request, { wallet }, 'stays')}
      onSubmit={() => setIsSent(true)}
      purpose={request.purpose}
    />
  )
}
