import type { User } from '@vitrine/shared/api/client-user.ts'
import { useCallback } from 'react'
import { ConsentCard } from '../../delegation/consent-card.tsx'
import { StopCard } from '../../delegation/stop-card.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import type { ScreenRequest } from '../registry.ts'

/** A page asks that a key of the app's may use a wallet, or may no longer: the person decides. */
export function DelegateWalletScreen({
  request,
}: {
  request: Extract<ScreenRequest, { kind: 'delegate-wallet' }>
}) {
  const { screens, session } = useKernel()
  const leave = useCallback(() => screens.dismiss(request), [screens, request])
  const stopped = useCallback(() => {
    const now = session.get()
    if (now.status === 'authenticated') screens.resolve(request, { user: now.user })
  }, [screens, session, request])
  const { asked } = request
  if (asked.type === 'stop')
    return (
      <StopCard items={asked.items} onClose={leave} onKeep={leave} onStopped={stopped} which={asked.which} />
    )
  return (
    <ConsentCard
      onAllowed={(user: User) => screens.resolve(request, { user }, 'stays')}
      onEnd={leave}
      onReject={leave}
      terms={asked.terms}
      wallet={asked.of}
    />
  )
}
