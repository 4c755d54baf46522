import { useEffect } from 'react'
import type { ApprovalFlow } from '../flow/approval-flow.ts'

/** How often fees are read again while an approval is on screen, in milliseconds: about once for each block of Ethereum. */
export const FRESH_MS = 12_000

/** Has an approval read its fees again as long as it waits for the user and they can see it. */
export function useFreshFees<Review, Result>(flow: ApprovalFlow<Review, Result>): void {
  useEffect(() => {
    const timer = setInterval(() => {
      const { status, attempt } = flow.get()
      if (status === 'reviewing' && document.visibilityState === 'visible')
        flow.send({ type: 'refresh', attempt })
    }, FRESH_MS)
    return () => clearInterval(timer)
  }, [flow])
}
