import { FundingCard } from '../../funding/card/funding-card.tsx'
import { useKernel } from '../../ui/kernel-context.ts'
import type { FundWalletRequest } from './request.ts'

/** Has the person bring money to the wallet that the site named. */
export function FundWalletScreen({ request }: { request: FundWalletRequest }) {
  const { screens } = useKernel()
  return (
    <FundingCard
      onCompleted={end => screens.resolve(request, end, 'stays')}
      onEnd={() => screens.dismiss(request)}
      onLeave={method => screens.resolve(request, { status: 'cancelled', method })}
      request={request.funding}
    />
  )
}
