import { useCallback } from 'react'
import { useKernel } from '../../ui/kernel-context.ts'
import { useStore } from '../../ui/use-flow.ts'
import { ExportCard } from '../../wallet-keys/export-card.tsx'
import type { ScreenRequest } from '../registry.ts'

/** Shows the key that the site asked its person to be shown. */
export function ExportWalletScreen({
  request,
}: {
  request: Extract<ScreenRequest, { kind: 'export-wallet' }>
}) {
  const { screens, session } = useKernel()
  const snapshot = useStore(session)
  const wallets = snapshot.status === 'authenticated' ? snapshot.wallets : [request.wallet]
  const leave = useCallback(() => screens.resolve(request, undefined), [request, screens])
  return <ExportCard onClose={leave} onDone={leave} wallet={request.wallet} wallets={wallets} />
}
