import { useCallback } from 'react'
import { StopCard } from '../../delegation/stop-card.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import type { ScreenRequest } from '../registry.ts'
import { ConsentScreen } from './consent-screen.tsx'

type DelegateRequest = Extract<ScreenRequest, { kind: 'delegate-wallet' }>

/** A page asks that a key of the app's may use a wallet, or may no longer: the person decides. */
export const DelegateWalletScreen = ({ request }: { request: DelegateRequest }) =>
  'terms' in request ? <ConsentScreen request={request} /> : <StopScreen request={request} />

function StopScreen({ request }: { request: Extract<DelegateRequest, { items: object }> }) {
  const { screens, session } = useKernel()
  const leave = useCallback(() => screens.dismiss(request), [screens, request])
  const stopped = useCallback(() => {
    const now = session.get()
    if (now.status === 'authenticated') screens.resolve(request, { user: now.user })
  }, [screens, session, request])
  const { items, which } = request
  return <StopCard items={items} onClose={leave} onKeep={leave} onStopped={stopped} which={which} />
}
