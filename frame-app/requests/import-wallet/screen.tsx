import { useKernel } from '../../ui/kernel-context.ts'
import { useStore } from '../../ui/use-flow.ts'
import { ImportCard } from '../../wallet-keys/import-card.tsx'
import type { ScreenRequest } from '../registry.ts'

/** Brings in the key that the site asked its person for. */
export function ImportWalletScreen({
  request,
}: {
  request: Extract<ScreenRequest, { kind: 'import-wallet' }>
}) {
  const { screens, session } = useKernel()
  const snapshot = useStore(session)
  const wallets = snapshot.status === 'authenticated' ? snapshot.wallets : []
  return (
    <ImportCard
      chainType={request.chainType}
      onClose={() => screens.dismiss(request)}
      onDevice={wallets.find(it => it.custody === 'device' && !it.sealedFor)}
      onEnd={() => screens.dismiss(request)}
      onImported={wallet => screens.resolve(request, { wallet }, 'stays')}
    />
  )
}
